import * as accountCalls from '#account/calls.ts'
import { createAccountHandlers } from '#account/server/account-handlers.ts'
import * as signOnCalls from '#account/sign-on-calls.ts'
import { bindCart } from '#cart/server/carts.ts'
import { subscriptionsOf } from '#subscription/server/subscriptions.ts'
import { bind } from './bound-calls.ts'
import type { BoundCall } from './bound-calls.ts'
import type { Shop } from './shop.ts'

type AccountRooms = Pick<Shop, 'world' | 'settings' | 'tools'>

const createHandlers = ({ world, settings, tools }: AccountRooms) => {
  const { enumeration, shortestPassword } = settings
  return createAccountHandlers(world, {
    enumeration,
    shortestPassword,
    signOn: { google: settings.google, facebook: settings.facebook },
    onSignIn: (work, context, accountId) => bindCart(work, context, accountId),
    subscriptionsOf: async (accountId) =>
      (await subscriptionsOf(tools, accountId)).map((one) => ({
        plan: { plan_code: one.planCode },
        activated_at: one.activated_at,
        canceled_at: one.canceled_at,
      })),
  })
}

type Handlers = ReturnType<typeof createHandlers>

const bindSignIn = (account: Handlers): readonly BoundCall[] => [
  bind(accountCalls.login, account.login),
  bind(accountCalls.register, account.register),
  bind(accountCalls.registerResendMail, account.registerResendMail),
  bind(accountCalls.viewVerifyLink, account.viewVerifyLink),
  bind(accountCalls.verifyAccount, account.verifyAccount),
  bind(accountCalls.sendMagicLink, account.sendMagicLink),
  bind(accountCalls.viewMagicLink, account.viewMagicLink),
  bind(accountCalls.useMagicLink, account.useMagicLink),
  bind(accountCalls.viewPasswordLink, account.viewPasswordLink),
  bind(accountCalls.setPassword, account.setPassword),
  bind(accountCalls.resetPassword, account.resetPassword),
  bind(accountCalls.recover, account.recover),
]

const bindSignOn = (account: Handlers): readonly BoundCall[] => [
  bind(signOnCalls.viewSignOnWays, account.viewSignOnWays),
  bind(signOnCalls.startSignOn, account.startSignOn),
  bind(signOnCalls.googleSignon, account.googleSignon),
  bind(signOnCalls.facebookSignon, account.facebookSignon),
]

const bindSession = (account: Handlers): readonly BoundCall[] => [
  bind(accountCalls.signOut, account.signOut),
  bind(accountCalls.checkAuthentication, account.checkAuthentication),
  bind(accountCalls.viewUser, account.viewUser),
]

/** Every call of the account room with its handler. */
export const bindAccount = (rooms: AccountRooms): readonly BoundCall[] => {
  const account = createHandlers(rooms)
  return [...bindSignIn(account), ...bindSignOn(account), ...bindSession(account)]
}
