import styles from './stars.module.css'
import { useMessages } from './locale-context.ts'
import { uiMessages } from './messages/ui-messages.ts'

const points = '12,1.8 15.1,8.6 22.5,9.4 17,14.4 18.5,21.7 12,18 5.5,21.7 7,14.4 1.5,9.4 8.9,8.6'

interface StarsProps {
  /** From 1 to 5, or an average such as `4.3`. */
  readonly of: number | string
}

/** Stars, filled up to a rating; what they say is read aloud as text. */
export const Stars = ({ of }: StarsProps) => (
  <span className={styles.stars} role="img" aria-label={useMessages(uiMessages)('starsOf', { rating: of })}>
    {[0, 1, 2, 3, 4].map((at) => {
      const filled = Math.min(1, Math.max(0, Number(of) - at))
      return (
        <svg key={at} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <polygon points={points} className={styles.empty} />
          {filled > 0 ? (
            // Cut at its right edge: what lies outside of an inner drawing is not drawn.
            <svg width={24 * filled} height={24} viewBox={`0 0 ${24 * filled} 24`}>
              <polygon points={points} className={styles.filled} />
            </svg>
          ) : null}
        </svg>
      )
    })}
  </span>
)
