import type { FormFailure } from '#account/screens/form-failure.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { longDate } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { parsePrice } from '#shared/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { Price } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import type { previewWithdrawal } from '../endpoints.ts'
import styles from './withdraw-page.module.css'

type Preview = ReplyOf<typeof previewWithdrawal>

const Consequences = ({
  preview: { kind, refund, until, ends_subscriptions: ends },
}: {
  readonly preview: Preview
}) => (
  <ul className={styles.points}>
    <li>
      {kind === 'cancel'
        ? 'It has not shipped and will not ship.'
        : 'Please return the package within 14 days.'}
      {until === null ? '' : ` You can withdraw until ${longDate(until)}.`}
    </li>
    {parsePrice(refund) === 0 ? null : (
      <li>
        <Price cents={parsePrice(refund)} /> is refunded the way you paid
        {kind === 'cancel' ? '.' : ' when the package arrives.'}
      </li>
    )}
    {ends ? (
      <li>The subscription of this order ends: nothing more ships and nothing more is charged.</li>
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
      hint={`The acknowledgement goes to ${preview.email} at once.`}
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
          Leave everything as it is
        </ButtonLink>
      </p>
    </>
  )
}
