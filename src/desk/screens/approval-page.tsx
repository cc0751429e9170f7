import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { decideDeskApproval, viewDeskApproval } from '../approval-endpoints.ts'
import { approvalLinks, approvalMarks, approvalTitle, approveText } from './approval-marks.ts'
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
  const posted = await postedAs(Posted, request)
  try {
    await context.get(shopContext).call(decideDeskApproval, { id, ...posted })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), note: posted.note }
  }
  throw redirect(`/desk/approvals/${id}?done=${posted.decision}`, 303)
}

type Requested = ReplyOf<typeof viewDeskApproval>

const answers: ReadonlyMap<string, string> = new Map([
  ['approve', 'It is approved and carried out.'],
  ['refuse', 'It is refused. Nothing was done.'],
  ['withdraw', 'It is withdrawn.'],
])

interface AnswerProps {
  readonly refusal: string | undefined
  /** What was typed into a form that is not here any more, because somebody else has decided; empty for nothing. */
  readonly typed: string
}

const Answer = ({ refusal, typed }: AnswerProps) => {
  const [query] = useSearchParams()
  const text = refusal ?? answers.get(query.get('done') ?? '')
  return text ? (
    <DeskNote kind={refusal ? 'danger' : 'ok'} isAnswer>
      <p>{text}</p>
      {typed === '' ? null : <p>You wrote: “{typed}”</p>}
    </DeskNote>
  ) : null
}

const Approve = ({ requested }: { readonly requested: Requested }) => (
  <StepUpForm action={`/desk/approvals/${requested.id}`} confirms={requested.action}>
    <input type="hidden" name="decision" value="approve" />
    {requested.action === null ? null : <p>It asks for your passkey.</p>}
    <p>
      <ActionButton kind="primary">{approveText(requested)}</ActionButton>
    </p>
  </StepUpForm>
)

const Refuse = ({ note }: { readonly note: string }) => (
  <form method="post">
    <input type="hidden" name="decision" value="refuse" />
    <EntryRow>
      <Entry label="Reason to refuse it" name="note" maxLength={200} autoComplete="off" defaultValue={note} />
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
  readonly requested: Requested
  readonly note: string
  /** Whether this person's role decides on requests of other people. */
  readonly mayDecide: boolean
}

/** What this person can do about it now. */
const Decision = ({ requested, note, mayDecide }: DecisionProps) => (
  <Section title="Decision">
    {requested.refusal === null ? <Approve requested={requested} /> : <p>{requested.refusal}</p>}
    {requested.state === 'open' && !requested.is_own && mayDecide ? <Refuse note={note} /> : null}
    {requested.state === 'open' && requested.is_own ? <Withdraw /> : null}
    {requested.note === '' ? null : <p>“{requested.note}”</p>}
  </Section>
)

const RequestFacts = ({ requested }: { readonly requested: Requested }) => (
  <Section title="Request">
    <Facts
      facts={[
        ['Asked by', requested.requested_by],
        ['Asked', <Moment key="asked" at={requested.requested_at} />],
        ['Expires', <Moment key="until" at={requested.expires_at} />],
        ...(requested.decided_at === null
          ? []
          : [
              ['Decided by', requested.decided_by ?? '—'] as const,
              ['Decided', <Moment key="decided" at={requested.decided_at} />] as const,
            ]),
      ]}
    />
  </Section>
)

/** A request for a second person: what would happen, why, and the decision. */
const ApprovalPage = () => {
  const { approval: requested, mayDecide } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/approvals">Approvals</a>}
        title={approvalTitle(requested)}
        sub={<StateMark mark={approvalMarks[requested.state]} />}
      />
      <Split aside={<RequestFacts requested={requested} />}>
        <Answer refusal={answer?.refusal} typed={requested.state === 'open' ? '' : (answer?.note ?? '')} />
        <Section
          title="What is asked for"
          aside={<a href={requested.href}>{approvalLinks[requested.kind]}</a>}
        >
          {requested.sum === null ? null : (
            <p>{priceText(requested.sum.amount, requested.sum.currency)} is refunded.</p>
          )}
          <ul>
            {requested.contents.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>Reason: “{requested.reason}”</p>
        </Section>
        <Decision requested={requested} note={answer?.note ?? ''} mayDecide={mayDecide} />
      </Split>
    </>
  )
}

export default ApprovalPage
