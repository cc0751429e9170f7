import { couponCode } from '#coupon/rules/coupon.ts'
import { Button } from '#ui/button.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import styles from './promo-code-fields.module.css'
import { rich, useMessages } from '#ui/locale-context.ts'
import { refusalMessage } from '#coupon/rules/coupon-messages.ts'
import { couponMessages } from '#coupon/messages/coupon-messages.ts'
import type { Locale } from '#shared/locale.ts'
import { cartMessages } from '../messages/cart-messages.ts'
import type { CartReply } from '../endpoints.ts'

/** A code of the cart. */
interface AppliedCode {
  readonly code: string
  /** Why it takes nothing off; null for one that counts. */
  readonly refusal: string | null
}

export interface PromoCode {
  /** The codes of the cart, in the order in which they are judged. */
  readonly applied: readonly AppliedCode[]
  /** The entered code, or a code of the cart that does not apply. */
  readonly entered: string
  /** Why the typed code does nothing. */
  readonly error: string | null
}

const Applied = ({ code, refusal, isErrorShown }: AppliedCode & { readonly isErrorShown: boolean }) => {
  const t = useMessages(cartMessages)
  return (
    <p className={styles.applied} data-key={code}>
      <span>
        {rich(
          t.rich('promoCodeApplied', {
            code: () => <Badge kind={refusal === null ? 'ok' : 'off'}>{couponCode(code)}</Badge>,
          }),
        )}
        {refusal === null || isErrorShown ? null : (
          <span className={classNames(text.block, text.small, text.mute)}>{refusal}</span>
        )}
      </span>
      <Button
        kind="link"
        size="small"
        name="intent"
        value={`remove-code ${code}`}
        label={t('removeCode', { code })}
      >
        {t('remove')}
      </Button>
    </p>
  )
}

interface EntryProps extends PromoCode {
  /** The page is the answer to a code that was refused, and opens where it says why. */
  readonly focused?: boolean
  /** The response that has just refused a code; it is scrolled into view. Null for none. */
  readonly refused: object | null
}

/** The field for a code; part of a form. What is typed stays in it until a code is applied. */
export const PromoCodeEntry = ({ applied, entered, error, focused = false, refused }: EntryProps) => {
  const t = useMessages(cartMessages)
  return (
    <div className={styles.entry} data-refused={refused === null ? undefined : ''}>
      <Field
        identity={`promo-code ${applied.map(({ code }) => code).join(' ')}`}
        name="promo_code"
        label={t('enterPromoCode')}
        defaultValue={entered}
        error={error ?? undefined}
        autoComplete="off"
        focused={focused}
        maxLength={60}
      />
      <Button kind="secondary" name="intent" value="apply-code">
        {t('apply')}
      </Button>
    </div>
  )
}

/** The codes of the cart with buttons to remove them; part of a form. */
export const AppliedCodes = ({ applied, entered }: Pick<PromoCode, 'applied' | 'entered'>) =>
  applied.map((one) => <Applied key={one.code} {...one} isErrorShown={one.code === entered} />)

/** Part of a form: a place for a code, and the codes of the cart. */
export const PromoCodeFields = (code: EntryProps) => (
  <>
    <PromoCodeEntry {...code} />
    <AppliedCodes {...code} />
  </>
)

/** The message of spec §5 with the reason behind it. */
export const promoCodeRefusalMessage = (reason: string, locale: Locale): string => {
  const t = couponMessages.in(locale)
  return reason === '' ? t('invalid') : t('invalidBecause', { reason: refusalMessage(reason, locale) })
}

/** The codes of the cart with their errors, and the one that was just refused. */
export const promoCodeOf = (
  cart: Pick<CartReply, 'promo_code' | 'further_codes' | 'refusals'>,
  refused: { readonly promoCode: string | null; readonly message: string } | null,
  locale: Locale,
): PromoCode => {
  const refusalOf = (code: string) => cart.refusals.find((refusal) => refusal.code === code) ?? null
  const codes = [...(cart.promo_code === null ? [] : [cart.promo_code]), ...cart.further_codes]
  const applied = codes.map((code) => {
    const refusal = refusalOf(code)
    return { code, refusal: refusal && refusalMessage(refusal.reason, locale) }
  })
  if (refused && refused.promoCode !== null)
    return { applied, entered: refused.promoCode, error: refused.message }
  const refusal = cart.promo_code === null ? null : refusalOf(cart.promo_code)
  return {
    applied,
    entered: refusal?.code ?? '',
    error: refusal && promoCodeRefusalMessage(refusal.reason, locale),
  }
}
