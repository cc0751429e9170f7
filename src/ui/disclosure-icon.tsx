import styles from './disclosure-icon.module.css'

/** The plus at the end of a `summary`; it becomes a minus while the disclosure is open. */
export const DisclosureIcon = () => <span className={styles.sign} aria-hidden="true" />
