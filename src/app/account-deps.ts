import type { AccountDeps } from '#account/server/account-services.ts'
import { joinBroughtCart } from '#cart/server/carts.ts'
import { cartsInPayment } from '#checkout/server/checkouts.ts'
import { consentVisitOf, linkConsent } from '#consent/server/consents.ts'
import { variantsOf } from '#experiment/server/experiments.ts'
import { linkReferral } from '#loyalty/server/referrals.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import { subscriptionsOf } from '#subscription/server/subscriptions.ts'
import { withdrawOpenedTo } from '#subscription/renewal/server/withdraw-opened.ts'
import { linkAnswers } from '#survey/server/surveys.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import type { Shop } from './shop.ts'
import { dataOfOtherModules, endImpersonations, eraseInOtherModules } from './member-data.ts'

type AccountModules = Pick<Shop, 'deps' | 'settings' | 'services' | 'surveys' | 'flags'>

/** What the account module needs of modules that depend on it, so that it cannot import them. */
export const accountDeps = ({ deps, settings, services, surveys, flags }: AccountModules): AccountDeps => {
  const { enumeration, minPasswordLength: shortestPassword } = settings
  return {
    enumeration,
    shortestPassword,
    human: createHumanCheck(deps, settings.turnstile),
    signOn: { google: settings.google, facebook: settings.facebook },
    beforeAddressChange: withdrawOpenedTo,
    chargesToCome: async (accountId) => {
      const subscriptions = await subscriptionsOf(services, accountId)
      if (subscriptions.some(({ terms }) => isLive(terms.state))) return 'live-subscriptions'
      // Canceled while it was being charged: its order still comes.
      return subscriptions.some(({ chargeInFlight }) => chargeInFlight !== null) ? 'charge-in-flight' : null
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
      (await subscriptionsOf(services, accountId)).map(({ terms }) => ({
        plan: { plan_code: terms.planCode },
        activated_at: terms.activatedAt,
        canceled_at: terms.canceledAt,
      })),
  }
}
