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

type Preview = ReplyOf<typeof previewWithdrawal>

const Consequences = ({
  preview: {
    kind,
    refund,
    refund_to: refundTo,
    currency,
    until,
    ends_subscriptions: ends,
    charges_in_flight: charges,
  },
}: {
  readonly preview: Preview
}) => (
  <ul className={styles.points}>
    <li>
      {kind === 'cancel'
        ? 'It hasn’t shipped, so we’ll stop it.'
        : 'Please return the package within 14 days.'}
      {kind === 'cancel'
        ? ''
        : ` You can withdraw until ${until === null ? '14 days after delivery' : longDate(until)}.`}
    </li>
    {isNoPrice(refund) ? null : (
      <li>
        {kind === 'cancel' ? '' : 'When the package arrives, '}
        <WirePrice of={refund} currency={currency} /> will be refunded {refundTargetText(refundTo)}.
      </li>
    )}
    {ends ? (
      <li>
        This also ends the subscription.{' '}
        {charges.length === 0
          ? 'Nothing more will ship, and you won’t be charged again.'
          : charges.map((charge) => chargePreviewMessage('cancel', readCharge(charge))).join(' ')}
      </li>
    ) : null}
  </ul>
)

interface ConfirmProps {
  readonly preview: Preview
  /** Of a guest; empty for a member. */
  readonly email: string
  /** Why the confirmation was refused. */
  readonly failure: FormFailure | null
}

const ConfirmForm = ({ preview, email, failure }: ConfirmProps) => (
  <form method="post" action="/withdraw" className={styles.form} noValidate>
    <input type="hidden" name="step" value="confirm" />
    <input type="hidden" name="number" value={preview.number} />
    <input type="hidden" name="email" value={email} />
    <Field
      name="name"
      label="Your name"
      autoComplete="name"
      defaultValue={preview.name}
      maxLength={120}
      error={failure?.fields['name']}
      hint={`We’ll send a confirmation to ${preview.email} right away.`}
    />
    <Button kind="primary" wide>
      {preview.is_legal_right ? 'Confirm withdrawal' : 'Cancel this order'}
    </Button>
  </form>
)

/** The second step: the consequences, and the button that confirms. */
export const ConfirmWithdrawal = ({ preview, email, failure }: ConfirmProps) => {
  const isLegal = preview.is_legal_right
  return (
    <>
      <h1 className={text.d2}>
        {isLegal ? 'Withdraw from the contract of order' : 'Cancel order'} {preview.number}
      </h1>
      <ul className={classNames(text.mute, styles.lead)}>
        {preview.lines.map(({ name, quantity }) => (
          <li key={name}>
            {quantity} × {name}
          </li>
        ))}
      </ul>
      <Consequences preview={preview} />
      {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
      <ConfirmForm preview={preview} email={email} failure={failure} />
      <p className={styles.after}>
        <ButtonLink kind="link" href="/withdraw">
          Keep my order
        </ButtonLink>
      </p>
    </>
  )
}
