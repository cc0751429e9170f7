import * as accountCalls from '#account/calls.ts'
import * as emailCalls from '#account/email-calls.ts'
import * as proofCalls from '#account/proof-calls.ts'
import * as registrationCalls from '#account/registration-calls.ts'
import { createAccountHandlers } from '#account/server/account-handlers.ts'
import * as passkeyCalls from '#account/passkey-calls.ts'
import * as privacyCalls from '#account/privacy-calls.ts'
import * as signOnCalls from '#account/sign-on-calls.ts'
import * as settingsCalls from '#account/settings-calls.ts'
import { joinBroughtCart } from '#cart/server/carts.ts'
import { beingBought } from '#checkout/server/checkouts.ts'
import { consentVisitOf, takeConsent } from '#consent/server/consents.ts'
import { variantsOf } from '#experiment/server/experiments.ts'
import { bindReferral } from '#loyalty/server/referrals.ts'
import * as paymentCalls from '#payment/calls.ts'
import { createCardSettings } from '#payment/server/card-settings.ts'
import { isLive } from '#subscription/rules/subscription-state.ts'
import { subscriptionsOf } from '#subscription/server/subscriptions.ts'
import { withdrawOpenedTo } from '#subscription/server/withdraw-opened.ts'
import { bindAnswers } from '#survey/server/surveys.ts'
import { bind } from './bound-calls.ts'
import type { BoundCall } from './bound-calls.ts'
import type { Shop } from './shop.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import { dataElsewhere, endElsewhere, eraseElsewhere } from './member-data.ts'

type AccountRooms = Pick<Shop, 'world' | 'settings' | 'tools' | 'surveys' | 'flags'>

const createHandlers = ({ world, settings, tools, surveys, flags }: AccountRooms) => {
  const { enumeration, shortestPassword } = settings
  return createAccountHandlers(world, {
    enumeration,
    shortestPassword,
    human: createHumanCheck(world, settings.turnstile),
    signOn: { google: settings.google, facebook: settings.facebook },
    beforeAddressChange: withdrawOpenedTo,
    hasLiveSubscriptions: async (accountId) =>
      (await subscriptionsOf(tools, accountId)).some(({ state }) => isLive(state)),
    dataOf: (accountId) => dataElsewhere(tools, accountId),
    eraseElsewhere: (work, accountId) => eraseElsewhere(work, accountId, tools.outboxFolder),
    onAccessEnd: endElsewhere,
    onSignIn: async (work, context, accountId) => {
      await takeConsent(work, accountId, consentVisitOf(context))
      await joinBroughtCart({ world, beingBought }, work, context, accountId)
      await bindAnswers(work, context, accountId, surveys)
      await bindReferral(world, work, context, accountId)
    },
    experimentsOf: (accountId) => variantsOf({ world, flags }, accountId),
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
  bind(registrationCalls.register, account.register),
  bind(registrationCalls.registerResendMail, account.registerResendMail),
  bind(registrationCalls.viewVerifyLink, account.viewVerifyLink),
  bind(registrationCalls.verifyAccount, account.verifyAccount),
  bind(registrationCalls.sendMagicLink, account.sendMagicLink),
  bind(registrationCalls.viewMagicLink, account.viewMagicLink),
  bind(registrationCalls.useMagicLink, account.useMagicLink),
  bind(accountCalls.viewPasswordLink, account.viewPasswordLink),
  bind(accountCalls.setPassword, account.setPassword),
  bind(accountCalls.resetPassword, account.resetPassword),
  bind(accountCalls.recover, account.recover),
  bind(accountCalls.mailPasswordLink, account.mailPasswordLink),
]

const bindSignOn = (account: Handlers): readonly BoundCall[] => [
  bind(signOnCalls.viewSignOnWays, account.viewSignOnWays),
  bind(signOnCalls.startSignOn, account.startSignOn),
  bind(signOnCalls.googleSignon, account.googleSignon),
  bind(signOnCalls.facebookSignon, account.facebookSignon),
]

const bindPasskeys = (account: Handlers): readonly BoundCall[] => [
  bind(passkeyCalls.startPasskey, account.startPasskey),
  bind(passkeyCalls.addPasskey, account.addPasskey),
  bind(passkeyCalls.listPasskeys, account.listPasskeys),
  bind(passkeyCalls.renamePasskey, account.renamePasskey),
  bind(passkeyCalls.removePasskey, account.removePasskey),
  bind(passkeyCalls.startPasskeySignIn, account.startPasskeySignIn),
  bind(passkeyCalls.passkeySignIn, account.passkeySignIn),
]

/** Proofs that it is the member, and what moves an account to another e-mail. */
const bindProofs = (account: Handlers): readonly BoundCall[] => [
  bind(proofCalls.viewProof, account.viewProof),
  bind(proofCalls.proveByPassword, account.proveByPassword),
  bind(proofCalls.mailProofCode, account.mailProofCode),
  bind(proofCalls.proveByCode, account.proveByCode),
  bind(proofCalls.startPasskeyProof, account.startPasskeyProof),
  bind(proofCalls.proveByPasskey, account.proveByPasskey),
  bind(emailCalls.changeEmail, account.changeEmail),
  bind(emailCalls.viewEmailLink, account.viewEmailLink),
  bind(emailCalls.confirmEmail, account.confirmEmail),
  bind(emailCalls.viewStopEmailLink, account.viewStopEmailLink),
  bind(emailCalls.stopEmailChange, account.stopEmailChange),
]

const bindSession = (account: Handlers): readonly BoundCall[] => [
  bind(accountCalls.signOut, account.signOut),
  bind(accountCalls.checkAuthentication, account.checkAuthentication),
  bind(accountCalls.viewUser, account.viewUser),
]

const bindSettings = (account: Handlers): readonly BoundCall[] => [
  bind(settingsCalls.updateUser, account.updateUser),
  bind(settingsCalls.viewSignInWays, account.viewSignInWays),
  bind(settingsCalls.disconnectSignOn, account.disconnectSignOn),
  bind(settingsCalls.changePassword, account.changePassword),
  bind(settingsCalls.listSessions, account.listSessions),
  bind(settingsCalls.revokeSession, account.revokeSession),
  bind(settingsCalls.signOutEverywhere, account.signOutEverywhere),
  bind(settingsCalls.listAddresses, account.listAddresses),
  bind(settingsCalls.addAddress, account.addAddress),
  bind(settingsCalls.changeAddress, account.changeAddress),
  bind(settingsCalls.removeAddress, account.removeAddress),
  bind(privacyCalls.viewMailPreferences, account.viewMailPreferences),
  bind(privacyCalls.setMailPreference, account.setMailPreference),
  bind(privacyCalls.stopOrderReminders, account.stopOrderReminders),
  bind(privacyCalls.exportUser, account.exportUser),
  bind(privacyCalls.deleteAccount, account.deleteAccount),
]

const bindCards = ({ world, tools }: AccountRooms): readonly BoundCall[] => {
  const cards = createCardSettings(world, async (accountId, id) =>
    (await subscriptionsOf(tools, accountId)).some(
      (one) => one.waiting_payment_method_id === id || (isLive(one.state) && one.payment_method_id === id),
    ),
  )
  return [
    bind(paymentCalls.listCards, cards.listCards),
    bind(paymentCalls.chooseDefaultCard, cards.chooseDefaultCard),
    bind(paymentCalls.removeCard, cards.removeCard),
  ]
}

/** Every call of the account room with its handler. */
export const bindAccount = (rooms: AccountRooms): readonly BoundCall[] => {
  const account = createHandlers(rooms)
  return [
    ...bindSignIn(account),
    ...bindSignOn(account),
    ...bindPasskeys(account),
    ...bindProofs(account),
    ...bindSession(account),
    ...bindSettings(account),
    ...bindCards(rooms),
  ]
}
