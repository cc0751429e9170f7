import * as analyticsEndpoints from '#analytics/endpoints.ts'
import { createReportSiteDown } from '#analytics/server/site-down.ts'
import { recipientsOf } from '#analytics/server/create-destinations.ts'
import { createCollector } from '#analytics/server/visits.ts'
import { reportSiteDown } from '#analytics/site-down-endpoints.ts'
import * as consentEndpoints from '#consent/endpoints.ts'
import { createConsentHandlers } from '#consent/server/consents.ts'
import * as contactEndpoints from '#contact/endpoints.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import { createContactHandlers } from '#contact/server/messages.ts'
import * as experimentEndpoints from '#experiment/endpoints.ts'
import { createExperimentHandlers } from '#experiment/server/experiments.ts'
import * as loyaltyEndpoints from '#loyalty/endpoints.ts'
import { createCustomAction } from '#loyalty/server/points.ts'
import { viewReport } from '#report/endpoints.ts'
import { createReportHandlers } from '#report/server/report-handlers.ts'
import { createReferralHandlers } from '#loyalty/server/referrals.ts'
import * as newsletterEndpoints from '#newsletter/endpoints.ts'
import { createCartReminderHandlers } from '#newsletter/server/cart-reminders.ts'
import { createNewsletterHandlers } from '#newsletter/server/subscribers.ts'
import * as surveyEndpoints from '#survey/endpoints.ts'
import { createSurveyHandlers } from '#survey/server/survey-handlers.ts'
import { route } from '../platform/route.ts'
import type { Shop } from './shop.ts'
import type { Route } from '../platform/route.ts'

type VisitorModules = Pick<Shop, 'deps' | 'settings' | 'flags' | 'surveys' | 'metrics' | 'destinations'>

/** Letters to the shop and from it. */
export const contactRoutes = ({ deps, settings }: VisitorModules): readonly Route[] => {
  const contact = createContactHandlers(deps, createHumanCheck(deps, settings.turnstile))
  const newsletter = createNewsletterHandlers(deps)
  const cartReminders = createCartReminderHandlers(deps)
  return [
    route(contactEndpoints.mailContact, contact.mailContact),
    route(contactEndpoints.mailHcp, contact.mailHcp),
    route(contactEndpoints.mailUniversity, contact.mailUniversity),
    route(contactEndpoints.verifyTurnstile, contact.verifyTurnstile),
    route(contactEndpoints.viewChallenge, contact.viewChallenge),
    route(newsletterEndpoints.subscribe, newsletter.subscribe),
    route(newsletterEndpoints.confirmSubscription, newsletter.confirmSubscription),
    route(newsletterEndpoints.unsubscribe, newsletter.unsubscribe),
    route(newsletterEndpoints.viewAbandonedCart, cartReminders.viewAbandonedCart),
    route(newsletterEndpoints.resumeCart, cartReminders.resumeCart),
    route(viewReport, createReportHandlers(deps).viewReport),
  ]
}

const consentRoutes = ({ deps, destinations }: VisitorModules): readonly Route[] => {
  const consent = createConsentHandlers(deps, recipientsOf(destinations))
  return [
    route(consentEndpoints.viewConsent, consent.viewConsent),
    route(consentEndpoints.viewStoredSignal, consent.viewStoredSignal),
    route(consentEndpoints.setConsent, consent.setConsent),
  ]
}

/** What a visitor answers, allows and is shown. */
export const visitorRoutes = (modules: VisitorModules): readonly Route[] => {
  const { deps, settings, flags, surveys, metrics, destinations } = modules
  const survey = createSurveyHandlers(deps, surveys)
  const referral = createReferralHandlers({ deps, flags })
  const experiment = createExperimentHandlers({
    deps,
    flags,
    forDevelopers: settings.processor.kind === 'sandbox',
  })
  const collector = createCollector({ deps, destinations, count: metrics.browser.count })
  return [
    route(surveyEndpoints.viewOnboarding, survey.viewOnboarding),
    route(surveyEndpoints.viewSurvey, survey.viewSurvey),
    route(surveyEndpoints.viewUserSurvey, survey.viewUserSurvey),
    route(surveyEndpoints.answerSurvey, survey.answerSurvey),
    route(surveyEndpoints.answerUserSurvey, survey.answerUserSurvey),
    route(analyticsEndpoints.collect, collector.collect),
    route(analyticsEndpoints.collectBatch, collector.collectBatch),
    route(analyticsEndpoints.collectOne, collector.collectOne),
    route(analyticsEndpoints.collectMetrics, collector.collectMetrics),
    route(reportSiteDown, createReportSiteDown(deps)),
    ...consentRoutes(modules),
    route(experimentEndpoints.viewExperiments, experiment.viewExperiments),
    route(experimentEndpoints.setUserExperiment, experiment.setUserExperiment),
    route(experimentEndpoints.recordExposure, experiment.recordExposure),
    route(loyaltyEndpoints.viewLoyalty, referral.viewLoyalty),
    route(loyaltyEndpoints.openReferral, referral.openReferral),
    route(loyaltyEndpoints.viewReferral, referral.viewReferral),
    route(loyaltyEndpoints.takeReferral, referral.takeReferral),
    route(loyaltyEndpoints.customAction, createCustomAction({ deps, flags })),
  ]
}
