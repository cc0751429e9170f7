import * as analyticsCalls from '#analytics/calls.ts'
import { createReportSiteDown } from '#analytics/server/site-down.ts'
import { recipientsAmong } from '#analytics/server/open-destinations.ts'
import { createCollector } from '#analytics/server/visits.ts'
import { reportSiteDown } from '#analytics/site-down-calls.ts'
import * as consentCalls from '#consent/calls.ts'
import { createConsentHandlers } from '#consent/server/consents.ts'
import * as contactCalls from '#contact/calls.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import { createContactHandlers } from '#contact/server/messages.ts'
import * as experimentCalls from '#experiment/calls.ts'
import { createExperimentHandlers } from '#experiment/server/experiments.ts'
import * as loyaltyCalls from '#loyalty/calls.ts'
import { createCustomAction } from '#loyalty/server/points.ts'
import { viewReport } from '#report/calls.ts'
import { createReportHandlers } from '#report/server/report-handlers.ts'
import { createReferralHandlers } from '#loyalty/server/referrals.ts'
import * as newsletterCalls from '#newsletter/calls.ts'
import { createCartReminderHandlers } from '#newsletter/server/cart-reminders.ts'
import { createNewsletterHandlers } from '#newsletter/server/subscribers.ts'
import * as surveyCalls from '#survey/calls.ts'
import { createSurveyHandlers } from '#survey/server/survey-handlers.ts'
import { bind } from './bound-calls.ts'
import type { Shop } from './shop.ts'
import type { BoundCall } from './bound-calls.ts'

type VisitorRooms = Pick<Shop, 'world' | 'settings' | 'flags' | 'surveys' | 'metrics' | 'destinations'>

/** Letters to the shop and from it. */
export const bindWriting = ({ world, settings }: VisitorRooms): readonly BoundCall[] => {
  const contact = createContactHandlers(world, createHumanCheck(world, settings.turnstile))
  const newsletter = createNewsletterHandlers(world)
  const cartReminders = createCartReminderHandlers(world)
  return [
    bind(contactCalls.mailContact, contact.mailContact),
    bind(contactCalls.mailHcp, contact.mailHcp),
    bind(contactCalls.mailUniversity, contact.mailUniversity),
    bind(contactCalls.verifyTurnstile, contact.verifyTurnstile),
    bind(contactCalls.viewChallenge, contact.viewChallenge),
    bind(newsletterCalls.subscribe, newsletter.subscribe),
    bind(newsletterCalls.confirmSubscription, newsletter.confirmSubscription),
    bind(newsletterCalls.unsubscribe, newsletter.unsubscribe),
    bind(newsletterCalls.viewLeftCart, cartReminders.viewLeftCart),
    bind(newsletterCalls.resumeCart, cartReminders.resumeCart),
    bind(viewReport, createReportHandlers(world).viewReport),
  ]
}

const bindConsent = ({ world, destinations }: VisitorRooms): readonly BoundCall[] => {
  const consent = createConsentHandlers(world, recipientsAmong(destinations))
  return [
    bind(consentCalls.viewConsent, consent.viewConsent),
    bind(consentCalls.viewKeptSignal, consent.viewKeptSignal),
    bind(consentCalls.setConsent, consent.setConsent),
  ]
}

/** What a visitor answers, allows and is shown. */
export const bindVisits = (rooms: VisitorRooms): readonly BoundCall[] => {
  const { world, settings, flags, surveys, metrics, destinations } = rooms
  const survey = createSurveyHandlers(world, surveys)
  const referral = createReferralHandlers({ world, flags })
  const experiment = createExperimentHandlers({
    world,
    flags,
    forDevelopers: settings.processor.kind === 'sandbox',
  })
  const collector = createCollector({ world, destinations, count: metrics.browser.count })
  return [
    bind(surveyCalls.viewOnboarding, survey.viewOnboarding),
    bind(surveyCalls.viewSurvey, survey.viewSurvey),
    bind(surveyCalls.viewUserSurvey, survey.viewUserSurvey),
    bind(surveyCalls.answerSurvey, survey.answerSurvey),
    bind(surveyCalls.answerUserSurvey, survey.answerUserSurvey),
    bind(analyticsCalls.collect, collector.collect),
    bind(analyticsCalls.collectBatch, collector.collectBatch),
    bind(analyticsCalls.collectOne, collector.collectOne),
    bind(analyticsCalls.collectMetrics, collector.collectMetrics),
    bind(reportSiteDown, createReportSiteDown(world)),
    ...bindConsent(rooms),
    bind(experimentCalls.viewExperiments, experiment.viewExperiments),
    bind(experimentCalls.setUserExperiment, experiment.setUserExperiment),
    bind(experimentCalls.recordExposure, experiment.recordExposure),
    bind(loyaltyCalls.viewLoyalty, referral.viewLoyalty),
    bind(loyaltyCalls.openReferral, referral.openReferral),
    bind(loyaltyCalls.viewReferral, referral.viewReferral),
    bind(loyaltyCalls.takeReferral, referral.takeReferral),
    bind(loyaltyCalls.customAction, createCustomAction({ world, flags })),
  ]
}
