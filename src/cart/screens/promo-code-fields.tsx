import { couponCode } from '#coupon/rules/coupon.ts'
import { Button } from '#ui/button.tsx'
import { Badge } from '#ui/badge.tsx'
import { Field } from '#ui/field.tsx'
import styles from './promo-code-fields.module.css'

export interface PromoCode {
  /** The code that stands in the cart and counts; null when there is none. */
  readonly applied: string | null
  /** What was typed, or a code of the cart that does not count. */
  readonly typed: string
  /** Why the typed code does nothing. */
  readonly error: string | null
}

const Applied = ({ code, counts }: { readonly code: string; readonly counts: boolean }) => (
  <p className={styles.applied}>
    <span>
      Promo code <Badge kind={counts ? 'ok' : 'off'}>{couponCode(code)}</Badge>
    </span>
    <Button kind="link" size="small" name="intent" value="remove-code" label={`Remove promo code ${code}`}>
      Remove
    </Button>
  </p>
)

/** Part of a form: a place for a code, or the code that counts with its way out. */
export const PromoCodeFields = ({ applied, typed, error }: PromoCode) =>
  applied === null || error !== null ? (
    <>
      <div className={styles.entry}>
        <Field
          key={typed}
          name="promo_code"
          label="Enter promo code"
          defaultValue={typed}
          error={error ?? undefined}
          autoComplete="off"
          maxLength={60}
        />
        <Button kind="line" name="intent" value="apply-code">
          Apply
        </Button>
      </div>
      {applied === null ? null : <Applied code={applied} counts={applied !== typed} />}
    </>
  ) : (
    <Applied code={applied} counts />
  )
