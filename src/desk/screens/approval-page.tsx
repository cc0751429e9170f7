import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { decideDeskApproval, viewDeskApproval } from '../approval-endpoints.ts'
import { approvalLinks, approvalMarks, approvalTitle } from './approval-marks.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, EntryRow } from './parts/entry.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const approval = await call(viewDeskApproval, { id: params['id'] ?? '' })
  const mayDecide = actor.kind === 'staff' && allows(actor.role, 'approvals:decide')
  return { title: approvalTitle(approval), approval, mayDecide }
}

const Posted = z.object({
  decision: z.enum(['approve', 'refuse', 'withdraw']),
  note: z.string().default(''),
})

/** Decides; a refusal of the desk keeps what was typed. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const id = params['id'] ?? ''
  const posted = Posted.parse(Object.fromEntries(await postedForm(request)))
  try {
    await context.get(shopContext).call(decideDeskApproval, { id, ...posted })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), note: posted.note }
  }
  throw redirect(`/desk/approvals/${id}?done=${posted.decision}`, 303)
}

type Asked = ReplyOf<typeof viewDeskApproval>

const answers: ReadonlyMap<string, string> = new Map([
  ['approve', 'It is approved and carried out.'],
  ['refuse', 'It is refused. Nothing was done.'],
  ['withdraw', 'It is withdrawn.'],
])

const Answer = ({ refusal }: { readonly refusal: string | undefined }) => {
  const [query] = useSearchParams()
  const text = refusal ?? answers.get(query.get('done') ?? '')
  return text ? (
    <DeskNote kind={refusal ? 'danger' : 'ok'} isAnswer>
      <p>{text}</p>
    </DeskNote>
  ) : null
}

const buttonText = ({ kind, sum, shipments }: Asked): string => {
  if (kind === 'price-increase') return 'Approve, and schedule the price increase'
  if (sum === null) return `Approve, and ship ${shipments ?? 0} orders`
  const refund = `refund ${priceText(sum.amount, sum.currency)}`
  return kind === 'refund' ? `Approve, and ${refund}` : `Approve: receive it, and ${refund}`
}

const Approve = ({ asked }: { readonly asked: Asked }) => (
  <StepUpForm action={`/desk/approvals/${asked.id}`} act={asked.act}>
    <input type="hidden" name="decision" value="approve" />
    {asked.act === null ? null : <p>It asks for your passkey.</p>}
    <p>
      <ActionButton kind="primary">{buttonText(asked)}</ActionButton>
    </p>
  </StepUpForm>
)

const Refuse = ({ note }: { readonly note: string }) => (
  <form method="post">
    <input type="hidden" name="decision" value="refuse" />
    <EntryRow>
      <Entry label="Why not" name="note" maxLength={200} autoComplete="off" defaultValue={note} />
      <ActionButton>Refuse</ActionButton>
    </EntryRow>
  </form>
)

const Withdraw = () => (
  <form method="post">
    <input type="hidden" name="decision" value="withdraw" />
    <p>
      <ActionButton>Withdraw it</ActionButton>
    </p>
  </form>
)

interface DecisionProps {
  readonly asked: Asked
  readonly note: string
  /** Whether this person's role decides on requests of other people. */
  readonly mayDecide: boolean
}

/** What this person can do about it now. */
const Decision = ({ asked, note, mayDecide }: DecisionProps) => (
  <Section title="Decision">
    {asked.refusal === null ? <Approve asked={asked} /> : <p>{asked.refusal}</p>}
    {asked.state === 'open' && !asked.is_own && mayDecide ? <Refuse note={note} /> : null}
    {asked.state === 'open' && asked.is_own ? <Withdraw /> : null}
    {asked.note === '' ? null : <p>“{asked.note}”</p>}
  </Section>
)

const RequestFacts = ({ asked }: { readonly asked: Asked }) => (
  <Section title="Request">
    <Facts
      facts={[
        ['Asked by', asked.requested_by],
        ['Asked', <Moment key="asked" at={asked.requested_at} />],
        ['Counts until', <Moment key="until" at={asked.expires_at} />],
        ...(asked.decided_at === null
          ? []
          : [
              ['Decided by', asked.decided_by ?? '—'] as const,
              ['Decided', <Moment key="decided" at={asked.decided_at} />] as const,
            ]),
      ]}
    />
  </Section>
)

/** A request for a second person: what would happen, why, and the decision. */
const ApprovalPage = () => {
  const { approval: asked, mayDecide } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/approvals">Approvals</a>}
        title={approvalTitle(asked)}
        sub={<StateMark mark={approvalMarks[asked.state]} />}
      />
      <Split aside={<RequestFacts asked={asked} />}>
        <Answer refusal={answer?.refusal} />
        <Section title="What is asked for" aside={<a href={asked.href}>{approvalLinks[asked.kind]}</a>}>
          {asked.sum === null ? null : <p>{priceText(asked.sum.amount, asked.sum.currency)} is refunded.</p>}
          <ul>
            {asked.contents.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>Reason: “{asked.reason}”</p>
        </Section>
        <Decision asked={asked} note={answer?.note ?? ''} mayDecide={mayDecide} />
      </Split>
    </>
  )
}

export default ApprovalPage
