import styles from './bar.module.css'

interface BarProps {
  /** Of the whole width, from 0 to 1. */
  readonly share: number
  /** What is expected to be there; no less than `share`. */
  readonly expected?: number
  /** Where the width is divided. */
  readonly marks?: readonly number[]
}

const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 10

/** A share as a bar: solid what is there, dashed what is expected. The numbers are beside it. */
export const Bar = ({ share, expected = share, marks = [] }: BarProps) => {
  const [filled, awaited] = [percent(share), percent(expected)]
  return (
    <svg className={styles.bar} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} width="100" height="12" />
      {awaited > filled ? (
        <rect className={styles.expected} x={filled} y="1" width={awaited - filled} height="10" />
      ) : null}
      <rect className={styles.filled} width={filled} height="12" />
      {marks.map((mark) => (
        <line key={mark} className={styles.mark} x1={percent(mark)} x2={percent(mark)} y1="0" y2="12" />
      ))}
    </svg>
  )
}
