import type { ReactNode } from 'react'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { viewDeskStock } from '../stock-endpoints.ts'
import { textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionButton } from './parts/action.tsx'
import { ChoiceEntry, Entry, Fields, Pair, ReasonEntry } from './parts/entry.tsx'
import { noErrors } from './parts/refusal.ts'
import { Section } from './parts/section.tsx'
import type { StockAction } from './stock-form.ts'
import { unitsText } from './stock-parts.tsx'

type Stock = ReplyOf<typeof viewDeskStock>

interface StockAnswer {
  readonly intent: StockAction
  readonly texts: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
}

interface StockFormsProps {
  readonly stock: Stock
  readonly requestId: string
  /** What was refused. */
  readonly answer: StockAnswer | undefined
}

const nothing: EnteredTexts = new Map()

/** What was entered in one of the forms, with the sentences of its refusal. */
const enteredIn = (answer: StockAnswer | undefined, intent: StockAction) => ({
  texts: answer?.intent === intent ? answer.texts : nothing,
  errors: answer?.intent === intent ? answer.errors : noErrors,
})

interface ActionFormProps {
  readonly intent: StockAction
  readonly title: string
  readonly button: string
  readonly requestId: string
  readonly isPrimary?: boolean
  readonly children: ReactNode
}

const ActionForm = ({ intent, title, button, requestId, isPrimary = false, children }: ActionFormProps) => (
  <Section title={title}>
    <form method="post">
      <input type="hidden" name="request_id" value={requestId} />
      <Fields>
        {children}
        <p>
          <ActionButton kind={isPrimary ? 'primary' : 'secondary'} name="intent" value={intent}>
            {button}
          </ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

/** A field with what was entered in it. */
const fieldsOf =
  ({ texts, errors }: ReturnType<typeof enteredIn>) =>
  (name: string) => ({ name, defaultValue: texts.get(name), error: errors.get(name) })

const ReceivedFields = ({ stock, answer }: Pick<StockFormsProps, 'stock' | 'answer'>) => {
  const field = fieldsOf(enteredIn(answer, 'move'))
  return (
    <>
      <ChoiceEntry
        label="Of which delivery"
        choices={[
          ['', 'none of the expected'],
          ...stock.deliveries.map(
            ({ id, reference, units, received }) =>
              [id, `${reference}, ${unitsText(units - received)} expected`] as const,
          ),
        ]}
        {...field('delivery')}
      />
      <Pair>
        <Entry
          label="Lot, if it has one"
          autoComplete="off"
          hint="Also of what is written off."
          list="lots"
          {...field('lot')}
        />
        <Entry
          label="Best before"
          type="date"
          hint="Of a new lot; a lot with a certificate has the day of that."
          {...field('best_before')}
        />
      </Pair>
      <datalist id="lots">
        {stock.lots
          .filter(({ lot, remaining }) => lot !== '' && remaining > 0)
          .map(({ lot }) => (
            <option key={lot}>{lot}</option>
          ))}
      </datalist>
    </>
  )
}

const MoveForm = ({ stock, requestId, answer }: StockFormsProps) => {
  const field = fieldsOf(enteredIn(answer, 'move'))
  return (
    <ActionForm intent="move" title="Receive or write off" button="Save" requestId={requestId} isPrimary>
      <Pair>
        <ChoiceEntry
          label="What happened"
          choices={[
            ['received', 'received'],
            ['written-off', 'written off'],
          ]}
          {...field('kind')}
        />
        <Entry label="How many" inputMode="numeric" {...field('units')} />
      </Pair>
      <Entry label="What it is" hint="The delivery, or the reason." {...field('note')} />
      <ReceivedFields stock={stock} answer={answer} />
    </ActionForm>
  )
}

const CountForm = ({ stock, requestId, answer }: StockFormsProps) => {
  const entered = enteredIn(answer, 'count')
  const last = stock.last_movement ?? ''
  // A wrong number is corrected for the same moment; after somebody moved the stock the count starts again.
  const isSame = textIn(entered.texts, 'last_movement') === last && entered.texts.has('expected')
  const expected = isSame ? textIn(entered.texts, 'expected') : String(stock.available)
  const field = fieldsOf(isSame ? entered : { ...entered, texts: nothing })
  return (
    <ActionForm intent="count" title="Count" button="Enter the count" requestId={requestId}>
      <p>
        Open this page before you count. {unitsText(Number(expected))} have to be there, besides what is set
        aside for orders; orders that come while you count are not lost.
      </p>
      <input type="hidden" name="expected" value={expected} />
      <input type="hidden" name="last_movement" value={last} />
      <Pair>
        <Entry label="Counted" inputMode="numeric" {...field('counted')} />
        <Entry label="Why it differs" {...field('note')} />
      </Pair>
    </ActionForm>
  )
}

const ExpectForm = ({ requestId, answer }: Omit<StockFormsProps, 'stock'>) => {
  const field = fieldsOf(enteredIn(answer, 'expect'))
  return (
    <ActionForm intent="expect" title="Announce a delivery" button="Announce" requestId={requestId}>
      <Pair>
        <Entry label="Units" inputMode="numeric" {...field('units')} />
        <Entry label="Expected on" type="date" {...field('expected_on')} />
      </Pair>
      <Entry label="Reference of the supplier" autoComplete="off" {...field('reference')} />
    </ActionForm>
  )
}

const CloseForm = ({ stock, requestId, answer }: StockFormsProps) => {
  const { texts, errors } = enteredIn(answer, 'close')
  return stock.deliveries.length === 0 ? null : (
    <ActionForm
      intent="close"
      title="Nothing more will come"
      button="Close the delivery"
      requestId={requestId}
    >
      <ChoiceEntry
        label="Delivery"
        name="delivery"
        choices={stock.deliveries.map(({ id, reference }) => [id, reference] as const)}
        defaultValue={texts.get('delivery')}
      />
      <ReasonEntry entered={texts.get('reason')} error={errors.get('reason')} />
    </ActionForm>
  )
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))

const AlarmForm = ({ stock, requestId, answer }: StockFormsProps) => {
  const { texts, errors } = enteredIn(answer, 'alarm')
  return (
    <ActionForm intent="alarm" title="Alarm" button="Set the alarm" requestId={requestId}>
      <p>Home shows it, and operations get one mail. Leave both fields empty for no alarm.</p>
      <Pair>
        <Entry
          label="Low below units"
          name="units"
          inputMode="numeric"
          defaultValue={texts.get('units') ?? textOf(stock.alarm_units)}
          error={errors.get('units')}
        />
        <Entry
          label="Or below days of orders"
          name="days"
          inputMode="numeric"
          defaultValue={texts.get('days') ?? textOf(stock.alarm_days)}
          error={errors.get('days')}
        />
      </Pair>
    </ActionForm>
  )
}

/** What people do with a stock. */
export const StockForms = (props: StockFormsProps) => (
  <>
    <MoveForm {...props} />
    <CountForm {...props} />
    <ExpectForm requestId={props.requestId} answer={props.answer} />
    <CloseForm {...props} />
    <AlarmForm {...props} />
  </>
)
