import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { brand } from '#shared/brand.ts'
import type { PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import { clockTime, longDate } from '#shared/dates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TableRegion } from '#ui/table-region.tsx'
import text from '#ui/text.module.css'
import { moveClock, viewClock } from '../endpoints.ts'
import styles from './dev-tools.module.css'

const timeOf = (instant: string): string =>
  clockTime(Temporal.Instant.from(instant).toZonedDateTimeISO(brand.timeZone).toPlainTime().toString())

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const clock = await context.get(shopContext).call(viewClock, {})
  return { ...clock, time: timeOf(clock.now) }
}

const movePayloadOf = (form: FormData): PayloadInput<typeof moveClock> => {
  if (form.has('to_next_due')) return { to_next_due: true }
  return form.has('days') ? { days: formText(form, 'days') } : { to: formText(form, 'to') }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  try {
    const move = await context.get(shopContext).call(moveClock, movePayloadOf(form))
    return data({ move, failure: null, to: '' })
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ move: null, failure, to: formText(form, 'to') }, { status: failure.status })
  }
}

type ClockMove = ReplyOf<typeof moveClock>

const Stops = ({ stops }: Pick<ClockMove, 'stops'>) => (
  <TableRegion label="Days on which something was due">
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Renewed</th>
          <th scope="col">Declined</th>
          <th scope="col">Shipped</th>
        </tr>
      </thead>
      <tbody>
        {stops.map((stop) => (
          <tr key={stop.on}>
            <td>{longDate(stop.on)}</td>
            <td>{stop.renewals}</td>
            <td>{stop.declined}</td>
            <td>{stop.shipped}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
)

const MoveSummary = ({ move }: { readonly move: ClockMove }) => (
  <section className={styles.section} aria-labelledby="arrival">
    <h2 className={text.h4} id="arrival">
      What happened on the way
    </h2>
    {move.stops.length > 0 ? (
      <Stops stops={move.stops} />
    ) : (
      <Note kind="ok" isAnswer>
        It is now {longDate(move.today)}. Nothing was due on the way.
      </Note>
    )}
    <p className={layout.actions}>
      <ButtonLink kind="link" href="/outbox">
        Outbox
      </ButtonLink>
    </p>
  </section>
)

const MoveClockForm = ({
  nextDueOn,
  error,
  to,
}: {
  readonly nextDueOn: string | null
  readonly error?: string
  readonly to?: string
}) => (
  <section className={styles.section} aria-labelledby="travel">
    <h2 className={text.h4} id="travel">
      Move the clock
    </h2>
    <form method="post" className={layout.actions}>
      <Button kind="secondary" name="days" value="1">
        One day
      </Button>
      <Button kind="secondary" name="days" value="7">
        One week
      </Button>
      <Button
        kind="primary"
        name="to_next_due"
        value="yes"
        disabled={nextDueOn === null}
        describedBy="next-due"
      >
        To the next due date
      </Button>
    </form>
    <p className={`${text.small} ${text.mute}`} id="next-due">
      {nextDueOn === null ? 'Nothing is due.' : `Next due on ${longDate(nextDueOn)}.`} Everything due happens
      on the way, in order. The clock never goes back.
    </p>
    <form method="post" className={styles.date} noValidate>
      <Field name="to" type="date" label="To the start of a day" defaultValue={to} error={error} required />
      <Button kind="secondary">Travel</Button>
    </form>
  </section>
)

/** Moves the shop's clock; only with the sandbox processor. */
const TimeMachinePage = () => {
  const clock = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const failure = result?.failure ?? null
  return (
    <div className={layout.page}>
      <PageHead title={`Time machine | ${brand.name}`} unlisted />
      <h1 className={text.d2}>Time machine</h1>
      <p className={styles.lead}>
        In the shop it is {longDate(clock.today)}, {clock.time} in{' '}
        {brand.timeZone.split('/').at(-1)?.replace('_', ' ')}.
      </p>
      {failure ? <ErrorSummary message={failure.message} className={layout.gap5} /> : null}
      {result?.move ? <MoveSummary move={result.move} /> : null}
      <MoveClockForm nextDueOn={clock.next_due_on} error={failure?.fields['to']} to={result?.to} />
    </div>
  )
}

export default TimeMachinePage
