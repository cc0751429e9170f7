import type { ReplyOf } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import type { ChangePreview } from '../change-endpoints.ts'
import type { listCancellationReasons } from '../choice-endpoints.ts'
import { actionPath, subscriptionPath } from '#subscription/record/screens/member-action.ts'
import { CancelChargedOrder } from './cancel-charged-order.tsx'
import type { FormValues } from './read-change.ts'
import styles from './cancel-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { changeMessages } from '../../messages/change-messages.ts'

type ReasonRows = ReplyOf<typeof listCancellationReasons>
type Reason = ReasonRows['reasons'][number]
type Offer = NonNullable<Reason['offer']>

interface CancelFormProps {
  readonly id: string
  readonly reasons: ReasonRows
  readonly token: string
  readonly formValues: FormValues
  readonly charge: ChangePreview['charge_in_flight']
}

/** The page of the offered change, prefilled by its query. */
const offerHref = (id: string, reasonId: string, { change }: Offer): string => {
  const { action, ...rest } = change
  const query = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  const search = new URLSearchParams([...query, ['offered_for', reasonId]]).toString()
  return `${actionPath(id, action)}?${search}`
}

/** A more exact question, after a reason with secondary reasons is chosen. */
const SecondaryReasons = ({
  reason,
  formValues,
}: {
  readonly reason: Reason
  readonly formValues: FormValues
}) => {
  const t = useMessages(changeMessages)
  return reason.secondary.length === 0 ? null : (
    <SelectField
      name={`secondary-${reason.id}`}
      label={t('tellMore')}
      prompt={t('preferNot')}
      defaultValue={ownValue(formValues, `secondary-${reason.id}`)}
      options={reason.secondary.map((one) => ({ value: one.id, label: one.text }))}
    />
  )
}

/** What belongs to one reason; the styles show it while that reason is chosen, with and without scripts. */
const ReasonDetails = ({
  reason,
  formValues,
}: {
  readonly reason: Reason
  readonly formValues: FormValues
}) => (
  <div className={styles.reasonDetails}>
    <SecondaryReasons reason={reason} formValues={formValues} />
    {reason.offer === null ? null : <p>{reason.offer.text}</p>}
  </div>
)

/** An offer for a reason, as large as the button next to it and never in place of it. */
const OfferLink = ({ id, reason }: { readonly id: string; readonly reason: Reason }) => (
  <span className={styles.offer}>
    {reason.offer === null ? null : (
      <ButtonLink kind="secondary" wide href={offerHref(id, reason.id, reason.offer)}>
        {reason.offer.title}
      </ButtonLink>
    )}
  </span>
)

const ReasonRows = ({ reasons, chosen }: { readonly reasons: ReasonRows; readonly chosen: string }) => {
  const t = useMessages(changeMessages)
  return (
    <ChoiceRows legend={t('whyCancel')}>
      {[reasons.none, ...reasons.reasons].map(({ id, text: label }) => (
        <ChoiceRow key={id} name="reason" value={id} label={label} defaultChecked={chosen === id} />
      ))}
    </ChoiceRows>
  )
}

const Comment = ({ entered = '' }: { readonly entered: string | undefined }) => {
  const t = useMessages(changeMessages)
  return (
    <details className={styles.more} open={entered !== ''}>
      <summary>{t('addComment')}</summary>
      <Field name="comment" label={t('inYourWords')} defaultValue={entered} maxLength={1000} />
    </details>
  )
}

/** The reason is optional: the first row says so and is selected. One button cancels, whatever is selected. */
export const CancelForm = ({ id, reasons, token, formValues, charge }: CancelFormProps) => {
  const t = useMessages(changeMessages)

  const chosen = formValues['reason'] ?? reasons.none.id
  return (
    <form method="post" className={styles.form}>
      <input type="hidden" name="token" value={token} />
      <ReasonRows reasons={reasons} chosen={chosen} />
      <Comment entered={formValues['comment']} />
      {/* In the order of the rows: the first belongs to the row that says nothing. */}
      <div className={styles.reasonDetailsList}>
        <div className={styles.reasonDetails} />
        {reasons.reasons.map((reason) => (
          <ReasonDetails key={reason.id} reason={reason} formValues={formValues} />
        ))}
      </div>
      {charge === null || charge.is_order_canceled ? null : (
        <CancelChargedOrder charge={charge} formValues={formValues} />
      )}
      <div className={styles.decide}>
        <span className={styles.offer} />
        {reasons.reasons.map((reason) => (
          <OfferLink key={reason.id} id={id} reason={reason} />
        ))}
        <Button kind="secondary" wide name="step" value="commit">
          {t('cancelNow')}
        </Button>
      </div>
      <p>
        <ButtonLink kind="link" size="small" href={subscriptionPath(id)}>
          {t('keep')}
        </ButtonLink>
      </p>
    </form>
  )
}
