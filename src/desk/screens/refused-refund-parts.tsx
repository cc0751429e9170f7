import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice, priceText } from '#shared/money.ts'
import type { DeskOrder } from '../endpoints.ts'
import type { previewDeskRepeat, RefusedRefund } from '../refused-refund-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'
import { GivenSums } from './given-sums.tsx'
import { StepUpNote } from './step-up-note.tsx'
import styles from './problem-page.module.css'

interface FactsProps {
  readonly refund: RefusedRefund
}

/** Where money goes, as words: `$49.99 to Visa ending 4242`. */
const placesText = (
  { to_card: card, as_credit: credit }: Pick<RefusedRefund, 'to_card' | 'as_credit'>,
  { currency, card: name }: RefusedRefund,
): string =>
  [
    ...(isNoPrice(card) ? [] : [`${priceText(card, currency)} to ${name ?? 'the card'}`]),
    ...(isNoPrice(credit) ? [] : [`${priceText(credit, currency)} as store credit`]),
  ].join(' and ')

/** What it was to give, to what, and why. */
export const RefusedFacts = ({ refund }: FactsProps) => (
  <Section title="Refund" aside={<a href={`/desk/members/${refund.account_id}`}>Open the member</a>}>
    <Facts
      facts={[
        [
          'Order',
          <a key="order" href={`/desk/orders/${refund.order_number}`}>
            {refund.order_number}
          </a>,
        ],
        ['Amount', priceText(refund.amount, refund.currency)],
        ['It was to give', placesText(refund, refund)],
        ...(refund.reason === '' ? [] : [['Reason', refund.reason] as const]),
        ['Refused, because', refund.refusal],
      ]}
    />
  </Section>
)

type Given = ReplyOf<typeof previewDeskRepeat>

interface WayProps extends FactsProps {
  readonly way: 'again' | 'credit'
  readonly previewed: { readonly given: Given | null; readonly refusal: string | null }
  readonly requestId: string
}

const ways = {
  again: {
    title: 'Try it again',
    what: 'The processor is asked once more. When it refuses again, this comes back as a refund of its own.',
    verb: 'Refund',
    kind: 'primary',
  },
  credit: {
    title: 'Give it as store credit',
    what: 'All of it, for the member’s next orders. Nothing goes to the card.',
    verb: 'Give as credit:',
    kind: 'secondary',
  },
} as const

const RepeatForm = ({
  refund,
  way,
  given,
  requestId,
}: Omit<WayProps, 'previewed'> & { readonly given: Given }) => (
  <StepUpForm action={`/desk/refunds/${refund.id}`} confirms={given.action}>
    <input type="hidden" name="intent" value={way} />
    <input type="hidden" name="amount" value={given.amount} />
    <input type="hidden" name="request_id" value={requestId} />
    <StepUpNote confirms={given.action} currency={given.currency} what="refund" />
    <ActionButton kind={ways[way].kind}>
      {`${ways[way].verb} ${priceText(given.amount, given.currency)}`}
    </ActionButton>
  </StepUpForm>
)

/** One way to give it all the same: what that gives and where it goes, and its button. */
export const RepeatWay = ({ refund, way, previewed, requestId }: WayProps) => {
  const { given, refusal } = previewed
  return (
    <Section title={ways[way].title}>
      <div className={styles.way}>
        {given === null ? (
          <p>{refusal}</p>
        ) : (
          <>
            <p>
              {placesText(given, refund)}. {ways[way].what}
            </p>
            <GivenSums preview={given} />
            {given.refusal === null ? (
              <RepeatForm refund={refund} way={way} given={given} requestId={requestId} />
            ) : (
              <DeskNote kind="danger">
                <p>{given.refusal} It stays on their home until then.</p>
              </DeskNote>
            )}
          </>
        )}
      </div>
    </Section>
  )
}

/** Nothing of it is left to give: it can only go off the list. */
export const CloseForm = ({ requestId }: Pick<WayProps, 'requestId'>) => (
  <Section title="Nothing is left of it">
    <form method="post" className={styles.way}>
      <input type="hidden" name="intent" value="close" />
      <input type="hidden" name="request_id" value={requestId} />
      <p>What it was to give was refunded another way meanwhile, so there is nothing to try again.</p>
      <ActionButton kind="primary">Take it off the list</ActionButton>
    </form>
  </Section>
)

/** The refund that took its place. */
export const RefundOutcome = ({ refund }: FactsProps) => {
  const { outcome } = refund
  if (outcome === null)
    return refund.is_open ? null : (
      <DeskNote>
        <p>Nobody has to decide about it: {refund.refusal}.</p>
      </DeskNote>
    )
  return (
    <Section title="Outcome">
      <Facts
        facts={[
          ['Given', placesText(outcome, refund)],
          ['By', outcome.by ?? 'a command, or another refund of the order'],
          ['On', <Moment key="at" at={outcome.at} />],
          [
            'State',
            <>
              {outcome.text}{' '}
              {outcome.is_open ? <a href={`/desk/refunds/${outcome.id}`}>See what can be done</a> : null}
            </>,
          ],
        ]}
      />
    </Section>
  )
}

interface RefusedRefundsProps {
  readonly order: Pick<DeskOrder, 'refused_refunds' | 'currency'>
  readonly mayRefund: boolean
}

/** Refunds of an order that did not go through, until somebody has decided about them. */
export const RefusedRefunds = ({ order, mayRefund }: RefusedRefundsProps) =>
  order.refused_refunds.map(({ id, amount }) => (
    <DeskNote key={id} kind="danger">
      <p>
        A refund of {priceText(amount, order.currency)} was refused, and the money did not go back.{' '}
        {mayRefund ? <a href={`/desk/refunds/${id}`}>See what can be done</a> : null}
      </p>
    </DeskNote>
  ))
