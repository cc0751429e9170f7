import type { ReactNode } from 'react'
import { BrandMark } from '#web/shell/brand-mark.tsx'
import { brand } from '#shared/brand.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { quizSurvey } from '../rules/onboarding.ts'
import styles from './survey-frame.module.css'

interface SurveyFrameProps {
  /** One for each question on the path. */
  readonly layers: number
  readonly filled: number
  readonly children: ReactNode
}

const ProgressLayers = ({ layers, filled }: Pick<SurveyFrameProps, 'layers' | 'filled'>) => (
  <div className={styles.progress} aria-hidden="true">
    {Array.from({ length: layers }, (_, at) => (
      <i key={at} className={at < filled ? styles.filled : undefined} />
    ))}
  </div>
)

/** The page of a survey: a progress bar that fills from below, the logo, a link to leave, and nothing else. */
export const SurveyFrame = ({ layers, filled, children }: SurveyFrameProps) => (
  <div className={styles.page}>
    <ProgressLayers layers={layers} filled={filled} />
    <div className={styles.column}>
      <header className={styles.head}>
        <BrandMark />
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  </div>
)

/**
 * For visitors from states whose law protects the data of the quiz; members, whose e-mail is known, sign in (spec §4).
 */
export const NotOffered = () => (
  <SurveyFrame layers={4} filled={0}>
    <PageHead title={`Not in your state | ${brand.name}`} unlisted />
    <h1 className={text.d2}>We do not ask this where you are.</h1>
    <p className={classNames(text.lead, styles.lead)}>
      The law of your state protects answers about health more than most, and without knowing who you are we
      would rather not ask. Nothing about you was stored.
    </p>
    <div className={styles.actions}>
      <ButtonLink href="/daily-synbiotic">Read about DS-01</ButtonLink>
      <ButtonLink kind="link" href="/science">
        The science
      </ButtonLink>
      <ButtonLink kind="link" href={`/login?return_to=/${quizSurvey}`}>
        I have an account
      </ButtonLink>
    </div>
  </SurveyFrame>
)
