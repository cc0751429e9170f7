import { quizPath } from './navigation.ts'
import styles from './shell.module.css'

/** Promotes the quiz; hidden by the style sheet where a promo code is stored (spec §2). */
export const QuizBanner = () => (
  <aside className={styles.banner} aria-label="Quiz">
    <a href={quizPath}>
      <span>Find Out if DS-01 Is Right for You</span>
      <u>Four questions</u>
    </a>
  </aside>
)
