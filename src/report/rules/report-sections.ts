import { buyingSection, couponSection, dunningSection, quizSection } from './buying-section.ts'
import { cohortSection, leavingSection } from './leaving-section.ts'
import { moneySection, revenueSection } from './money-section.ts'
import type { ReportFacts } from './report.ts'
import type { Section } from './section.ts'
import { visitSection } from './visit-section.ts'

/** The whole report, in reading order. */
export const reportSections = (facts: ReportFacts): readonly Section[] => [
  ...[...facts.bridges].flatMap(([currency, bridges]) => [
    revenueSection(facts.months, bridges, currency),
    moneySection(facts, currency),
  ]),
  cohortSection(facts.months, facts.cohorts),
  visitSection(facts),
  buyingSection(facts),
  quizSection(facts),
  dunningSection(facts),
  leavingSection(facts),
  couponSection(facts),
]
