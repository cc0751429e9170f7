import { ownValue } from '#shared/own-value.ts'
import { carrierCodes, carrierName } from '#shipment/rules/carriers.ts'
import type { DeskOrder } from '../endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { ChoiceEntry, Entry, EntryRow, Fields } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'

type Entered = Readonly<Record<string, string>> | null

const valueOf = (entered: Entered, intent: string, name: string): string | undefined =>
  entered !== null && ownValue(entered, 'intent') === intent ? ownValue(entered, name) : undefined

type Errors = ReadonlyMap<string, string>

/** The sentence at a field of the form that was refused. */
const errorOf = (entered: Entered, errors: Errors, intent: string, name: string): string | undefined =>
  entered !== null && ownValue(entered, 'intent') === intent ? errors.get(name) : undefined

type Units = readonly { readonly position: number; readonly quantity: number }[]

interface PartProps {
  readonly order: DeskOrder
  readonly units: Units
}

/** Which units leave now; the rest waits as a shipment of its own. Only for an order of several units. */
const Part = ({ order, units }: PartProps) =>
  order.lines.reduce((sum, { quantity }) => sum + quantity, 0) < 2 ? null : (
    <details open={units.length > 0}>
      <summary>Ship only a part</summary>
      <Fields>
        {order.lines.map(({ position, name, quantity }) => (
          <Entry
            key={position}
            label={`${name}, of ${quantity}`}
            name={`units-${position}`}
            type="number"
            min={0}
            max={quantity}
            defaultValue={units.find((one) => one.position === position)?.quantity ?? 0}
          />
        ))}
      </Fields>
    </details>
  )

interface ShipFormProps extends PartProps {
  readonly entered: Entered
  readonly errors: Errors
}

const ShipForm = ({ entered, errors, order, units }: ShipFormProps) => (
  <Section title="Ship">
    <form method="post">
      <input type="hidden" name="intent" value="ship" />
      <EntryRow>
        <ChoiceEntry
          label="Carrier"
          name="carrier"
          choices={carrierCodes.map((code) => [code, carrierName(code) ?? code])}
          defaultValue={valueOf(entered, 'ship', 'carrier')}
        />
        <Entry
          label="Tracking number"
          name="tracking"
          required
          maxLength={40}
          autoComplete="off"
          defaultValue={valueOf(entered, 'ship', 'tracking')}
          error={errorOf(entered, errors, 'ship', 'tracking')}
        />
        <ActionButton kind="primary">Mark as shipped</ActionButton>
      </EntryRow>
      <Part order={order} units={units} />
    </form>
    {order.is_unpacked ? (
      <form method="post">
        <input type="hidden" name="intent" value="pack" />
        <p>
          <ActionButton>Mark as packed</ActionButton> The buyer cannot cancel from then on.
        </p>
      </form>
    ) : null}
  </Section>
)

/** The form that sends the confirmation again. */
export const sendAgainId = 'send-again'

interface ReasonFormProps {
  readonly id?: string
  readonly intent: 'hold' | 'release' | 'mail'
  readonly label: string
  readonly button: string
  readonly entered: Entered
  readonly errors: Errors
}

const ReasonForm = ({ id, intent, label, button, entered, errors }: ReasonFormProps) => (
  <form id={id} method="post">
    <input type="hidden" name="intent" value={intent} />
    <EntryRow>
      <Entry
        label={label}
        name="reason"
        required
        minLength={3}
        maxLength={200}
        autoComplete="off"
        defaultValue={valueOf(entered, intent, 'reason')}
        error={errorOf(entered, errors, intent, 'reason')}
      />
      <ActionButton>{button}</ActionButton>
    </EntryRow>
  </form>
)

interface OrderActionsProps {
  readonly order: DeskOrder
  readonly entered: Entered
  readonly errors: Errors
  /** The units that were entered before a refusal. */
  readonly units: Units
}

/** What can be done with an order here and now; each action goes to the log with its reason. */
export const OrderActions = ({ order, entered, errors, units }: OrderActionsProps) => {
  const waits = order.state === 'placed'
  return (
    <>
      {waits && order.hold === null ? (
        <ShipForm entered={entered} errors={errors} order={order} units={units} />
      ) : null}
      <Section title="More">
        {waits && order.hold === null ? (
          <ReasonForm
            intent="hold"
            label="Reason to hold it"
            button="Hold"
            entered={entered}
            errors={errors}
          />
        ) : null}
        {order.hold === null ? null : (
          <ReasonForm
            intent="release"
            label="Reason to release it"
            button="Release"
            entered={entered}
            errors={errors}
          />
        )}
        <ReasonForm
          id={sendAgainId}
          intent="mail"
          label="Reason to send the confirmation again"
          button="Send the mail again"
          entered={entered}
          errors={errors}
        />
      </Section>
    </>
  )
}
