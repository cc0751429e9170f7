import * as accountEndpoints from '#account/endpoints.ts'
import * as emailEndpoints from '#account/email-endpoints.ts'
import * as proofEndpoints from '#account/proof-endpoints.ts'
import * as registrationEndpoints from '#account/registration-endpoints.ts'
import { createAccountHandlers } from '#account/server/account-handlers.ts'
import * as passkeyEndpoints from '#account/passkey-endpoints.ts'
import * as privacyEndpoints from '#account/privacy-endpoints.ts'
import * as signOnEndpoints from '#account/sign-on-endpoints.ts'
import * as settingsEndpoints from '#account/settings-endpoints.ts'
import { joinBroughtCart } from '#cart/server/carts.ts'
import { cartsInPayment } from '#checkout/server/checkouts.ts'
import { consentVisitOf, linkConsent } from '#consent/server/consents.ts'
import { variantsOf } from '#experiment/server/experiments.ts'
import { linkReferral } from '#loyalty/server/referrals.ts'
import * as paymentEndpoints from '#payment/endpoints.ts'
import { createCardSettings } from '#payment/server/card-settings.ts'
import { isLive } from '#subscription/rules/subscription-state.ts'
import { subscriptionsOf } from '#subscription/server/subscriptions.ts'
import { withdrawOpenedTo } from '#subscription/server/withdraw-opened.ts'
import { linkAnswers } from '#survey/server/surveys.ts'
import { route } from '../platform/route.ts'
import type { Route } from '../platform/route.ts'
import type { Shop } from './shop.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import { dataOfOtherModules, endImpersonations, eraseInOtherModules } from './member-data.ts'

type AccountModules = Pick<Shop, 'deps' | 'settings' | 'services' | 'surveys' | 'flags'>

const createHandlers = ({ deps, settings, services, surveys, flags }: AccountModules) => {
  const { enumeration, minPasswordLength: shortestPassword } = settings
  return createAccountHandlers(deps, {
    enumeration,
    shortestPassword,
    human: createHumanCheck(deps, settings.turnstile),
    signOn: { google: settings.google, facebook: settings.facebook },
    beforeAddressChange: withdrawOpenedTo,
    chargesToCome: async (accountId) => {
      const subscriptions = await subscriptionsOf(services, accountId)
      if (subscriptions.some(({ state }) => isLive(state))) return 'live-subscriptions'
      // Canceled while it was being charged: its order still comes.
      return subscriptions.some(({ charge_in_hand: charge }) => charge !== null) ? 'charge-in-hand' : null
    },
    dataOf: (accountId) => dataOfOtherModules(services, accountId),
    eraseElsewhere: (tx, accountId) => eraseInOtherModules(tx, accountId, services.outboxFolder),
    onAccessEnd: endImpersonations,
    onSignIn: async (tx, context, accountId) => {
      await linkConsent(tx, accountId, consentVisitOf(context))
      await joinBroughtCart({ deps, cartsInPayment }, tx, context, accountId)
      await linkAnswers(tx, context, accountId, surveys)
      await linkReferral(deps, tx, context, accountId)
    },
    experimentsOf: (accountId) => variantsOf({ deps, flags }, accountId),
    subscriptionsOf: async (accountId) =>
      (await subscriptionsOf(services, accountId)).map((one) => ({
        plan: { plan_code: one.planCode },
        activated_at: one.activated_at,
        canceled_at: one.canceled_at,
      })),
  })
}

type Handlers = ReturnType<typeof createHandlers>

const signInRoutes = (account: Handlers): readonly Route[] => [
  route(accountEndpoints.login, account.login),
  route(registrationEndpoints.register, account.register),
  route(registrationEndpoints.registerResendMail, account.registerResendMail),
  route(registrationEndpoints.viewVerifyLink, account.viewVerifyLink),
  route(registrationEndpoints.verifyAccount, account.verifyAccount),
  route(registrationEndpoints.sendMagicLink, account.sendMagicLink),
  route(registrationEndpoints.viewMagicLink, account.viewMagicLink),
  route(registrationEndpoints.useMagicLink, account.useMagicLink),
  route(accountEndpoints.viewPasswordLink, account.viewPasswordLink),
  route(accountEndpoints.setPassword, account.setPassword),
  route(accountEndpoints.resetPassword, account.resetPassword),
  route(accountEndpoints.recover, account.recover),
  route(accountEndpoints.mailPasswordLink, account.mailPasswordLink),
]

const signOnRoutes = (account: Handlers): readonly Route[] => [
  route(signOnEndpoints.viewSignOnProviders, account.viewSignOnProviders),
  route(signOnEndpoints.startSignOn, account.startSignOn),
  route(signOnEndpoints.googleSignon, account.googleSignon),
  route(signOnEndpoints.facebookSignon, account.facebookSignon),
]

const passkeyRoutes = (account: Handlers): readonly Route[] => [
  route(passkeyEndpoints.startPasskey, account.startPasskey),
  route(passkeyEndpoints.addPasskey, account.addPasskey),
  route(passkeyEndpoints.listPasskeys, account.listPasskeys),
  route(passkeyEndpoints.renamePasskey, account.renamePasskey),
  route(passkeyEndpoints.removePasskey, account.removePasskey),
  route(passkeyEndpoints.startPasskeySignIn, account.startPasskeySignIn),
  route(passkeyEndpoints.passkeySignIn, account.passkeySignIn),
]

/** Proofs that it is the member, and what moves an account to another e-mail. */
const proofRoutes = (account: Handlers): readonly Route[] => [
  route(proofEndpoints.viewProof, account.viewProof),
  route(proofEndpoints.proveByPassword, account.proveByPassword),
  route(proofEndpoints.mailProofCode, account.mailProofCode),
  route(proofEndpoints.proveByCode, account.proveByCode),
  route(proofEndpoints.startPasskeyProof, account.startPasskeyProof),
  route(proofEndpoints.proveByPasskey, account.proveByPasskey),
  route(emailEndpoints.changeEmail, account.changeEmail),
  route(emailEndpoints.viewEmailLink, account.viewEmailLink),
  route(emailEndpoints.confirmEmail, account.confirmEmail),
  route(emailEndpoints.viewStopEmailLink, account.viewStopEmailLink),
  route(emailEndpoints.stopEmailChange, account.stopEmailChange),
]

const sessionRoutes = (account: Handlers): readonly Route[] => [
  route(accountEndpoints.signOut, account.signOut),
  route(accountEndpoints.checkAuthentication, account.checkAuthentication),
  route(accountEndpoints.viewUser, account.viewUser),
]

const settingsRoutes = (account: Handlers): readonly Route[] => [
  route(settingsEndpoints.updateUser, account.updateUser),
  route(settingsEndpoints.viewSignInMethods, account.viewSignInMethods),
  route(settingsEndpoints.disconnectSignOn, account.disconnectSignOn),
  route(settingsEndpoints.changePassword, account.changePassword),
  route(settingsEndpoints.listSessions, account.listSessions),
  route(settingsEndpoints.revokeSession, account.revokeSession),
  route(settingsEndpoints.signOutEverywhere, account.signOutEverywhere),
  route(settingsEndpoints.listAddresses, account.listAddresses),
  route(settingsEndpoints.addAddress, account.addAddress),
  route(settingsEndpoints.changeAddress, account.changeAddress),
  route(settingsEndpoints.removeAddress, account.removeAddress),
  route(privacyEndpoints.viewMailPreferences, account.viewMailPreferences),
  route(privacyEndpoints.setMailPreference, account.setMailPreference),
  route(privacyEndpoints.stopOrderReminders, account.stopOrderReminders),
  route(privacyEndpoints.exportUser, account.exportUser),
  route(privacyEndpoints.deleteAccount, account.deleteAccount),
]

const cardRoutes = ({ deps, services }: AccountModules): readonly Route[] => {
  const cards = createCardSettings(deps, async (accountId, ids) =>
    (await subscriptionsOf(services, accountId)).some(
      ({ state, payment_method_id: current, waiting_payment_method_id: waiting }) =>
        (waiting !== null && ids.includes(waiting)) || (isLive(state) && ids.includes(current)),
    ),
  )
  return [
    route(paymentEndpoints.listCards, cards.listCards),
    route(paymentEndpoints.chooseDefaultCard, cards.chooseDefaultCard),
    route(paymentEndpoints.removeCard, cards.removeCard),
  ]
}

/** Every call of the account room with its handler. */
export const accountRoutes = (modules: AccountModules): readonly Route[] => {
  const account = createHandlers(modules)
  return [
    ...signInRoutes(account),
    ...signOnRoutes(account),
    ...passkeyRoutes(account),
    ...proofRoutes(account),
    ...sessionRoutes(account),
    ...settingsRoutes(account),
    ...cardRoutes(modules),
  ]
}
