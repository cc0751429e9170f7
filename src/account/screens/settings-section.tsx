import type { ReactNode } from 'react'
import text from '#ui/text.module.css'
import styles from './settings-page.module.css'

interface SettingsSectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** One matter of the settings under its own heading. */
export const SettingsSection = ({ id, title, children }: SettingsSectionProps) => (
  <section className={styles.section} aria-labelledby={id}>
    <h2 className={text.h4} id={id}>
      {title}
    </h2>
    <div className={styles.body}>{children}</div>
  </section>
)
