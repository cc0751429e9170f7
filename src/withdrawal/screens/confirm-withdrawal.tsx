import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { longDate } from '#shared/dates.ts'
import { refundTargetText } from '#pricing/rules/refund-target.ts'
import { chargePreviewMessage } from '#subscription/renewal/rules/charge-in-flight.ts'
import { readCharge } from '#subscription/renewal/rules/charge-reply.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice } from '#shared/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { WirePrice } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import type { previewWithdrawal } from '../endpoints.ts'
import styles from './withdraw-page.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { withdrawalMessages } from '../messages/withdrawal-messages.ts'

type Preview = ReplyOf<typeof previewWithdrawal>

const Consequences = ({ preview }: { readonly preview: Preview }) => {
  const { kind, refund, refund_to: refundTo, currency, until, charges_in_flight: charges } = preview
  const t = useMessages(withdrawalMessages)
  const locale = useLocale()
  return (
    <ul className={styles.points}>
      <li>
        {kind === 'cancel' ? t('notShipped') : t('returnPackage')}
        {kind === 'cancel'
          ? ''
          : ` ${t('withdrawUntil', { day: until === null ? t('afterDelivery') : longDate(until, locale) })}`}
      </li>
      {isNoPrice(refund) ? null : (
        <li>
          {rich(
            t.rich('willRefund', {
              kind,
              target: refundTargetText(refundTo, locale),
              price: () => <WirePrice of={refund} currency={currency} />,
            }),
          )}
        </li>
      )}
      {preview.ends_subscriptions ? (
        <li>
          {t('endsToo')}{' '}
          {charges.length === 0
            ? t('nothingMore')
            : charges.map((charge) => chargePreviewMessage('cancel', readCharge(charge), locale)).join(' ')}
        </li>
      ) : null}
    </ul>
  )
}

interface ConfirmProps {
  readonly preview: Preview
  /** Of a guest; empty for a member. */
  readonly email: string
  /** Why the confirmation was refused. */
  readonly failure: FormFailure | null
}

const ConfirmForm = ({ preview, email, failure }: ConfirmProps) => {
  const t = useMessages(withdrawalMessages)
  return (
    <form method="post" action="/withdraw" className={styles.form} noValidate>
      <input type="hidden" name="step" value="confirm" />
      <input type="hidden" name="number" value={preview.number} />
      <input type="hidden" name="email" value={email} />
      <Field
        name="name"
        label={t('yourName')}
        autoComplete="name"
        defaultValue={preview.name}
        maxLength={120}
        error={failure?.fields['name']}
        hint={t('confirmationTo', { email: preview.email })}
      />
      <Button kind="primary" wide>
        {preview.is_legal_right ? t('confirm') : t('cancelThis')}
      </Button>
    </form>
  )
}

/** The second step: the consequences, and the button that confirms. */
export const ConfirmWithdrawal = ({ preview, email, failure }: ConfirmProps) => {
  const t = useMessages(withdrawalMessages)

  const isLegal = preview.is_legal_right
  return (
    <>
      <h1 className={text.d2}>
        {isLegal
          ? t('withdrawTitle', { number: preview.number })
          : t('cancelTitle', { number: preview.number })}
      </h1>
      <ul className={classNames(text.mute, styles.lead)}>
        {preview.lines.map(({ name, quantity }) => (
          <li key={name}>
            {quantity} × <PlanName of={name} />
          </li>
        ))}
      </ul>
      <Consequences preview={preview} />
      {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
      <ConfirmForm preview={preview} email={email} failure={failure} />
      <p className={styles.after}>
        <ButtonLink kind="link" href="/withdraw">
          {t('keep')}
        </ButtonLink>
      </p>
    </>
  )
}
