import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { acceptDeskDispute, submitDeskEvidence, viewDeskDispute } from '../dispute-endpoints.ts'
import { orderAddress } from '../rules/list-place.ts'
import { listIn } from './parts/use-list.ts'
import { ActionButton, ActionLink } from './parts/action.tsx'
import { DeskHead, OrderCrumb } from './parts/desk-head.tsx'
import { Entry, Fields } from './parts/entry.tsx'
import { factText } from '../rules/finance-filter.ts'
import { Split } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { Moment, timeText } from './parts/times.tsx'
import styles from './dispute-page.module.css'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const view = await context.get(shopContext).call(viewDeskDispute, { number: params['number'] ?? '' })
  return { title: `Dispute of ${view.number}`, ...view }
}

const Posted = z.object({ intent: z.enum(['submit', 'accept']), reason: z.string() })

/** Sends the evidence, or gives the money up. A refusal keeps the reason that was typed. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const number = params['number'] ?? ''
  const posted = await postedAs(Posted, request)
  const { intent, reason } = posted
  try {
    await call(intent === 'submit' ? submitDeskEvidence : acceptDeskDispute, { number, reason })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), entered: posted }
  }
  const done = intent === 'submit' ? 'answered' : 'accepted'
  throw redirect(orderAddress(number, { list: listIn(request.url), done }), 303)
}

type View = ReplyOf<typeof viewDeskDispute>
type Answer = Awaited<ReturnType<typeof action>> | undefined

interface AnswerFormProps {
  readonly intent: 'submit' | 'accept'
  readonly title: string
  readonly button: string
  readonly children: string
  readonly answer: Answer
}

const AnswerForm = ({ intent, title, button, children, answer }: AnswerFormProps) => (
  <Section title={title}>
    <p>{children}</p>
    <form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Fields>
        <Entry
          label={intent === 'submit' ? 'Why it is sent, for the log' : 'Why it is accepted, for the log'}
          name="reason"
          required
          minLength={3}
          maxLength={200}
          autoComplete="off"
          defaultValue={answer?.entered.intent === intent ? answer.entered.reason : undefined}
        />
        <p>
          <ActionButton kind={intent === 'submit' ? 'primary' : 'danger'}>{button}</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

const Answers = ({ dispute, answer }: { readonly dispute: View['dispute']; readonly answer: Answer }) => {
  if (!dispute.needs_evidence)
    return (
      <DeskNote>
        <p>
          {dispute.closed_at === null
            ? 'Evidence was sent, and the bank decides. There is nothing to do now.'
            : 'The bank has decided. There is nothing to do.'}
        </p>
      </DeskNote>
    )
  return (
    <>
      <AnswerForm intent="submit" title="Answer the bank" button="Send the evidence" answer={answer}>
        It goes to the bank as you see it here, with the PDF, once. It cannot be changed afterwards.
      </AnswerForm>
      {dispute.is_inquiry ? null : (
        <AnswerForm
          intent="accept"
          title="Accept the loss"
          button={`Accept the loss of ${priceText(dispute.amount, dispute.currency)}`}
          answer={answer}
        >
          The buyer keeps the money, for good. This cannot be undone.
        </AnswerForm>
      )}
    </>
  )
}

const Terms = ({ dispute }: Pick<View, 'dispute'>) => (
  <Section title="Dispute">
    <Facts
      facts={[
        ['Amount', priceText(dispute.amount, dispute.currency)],
        ['Reason', factText(dispute.reason)],
        ['State', factText(dispute.state)],
        ['Opened', <Moment key="opened" at={dispute.opened_at} />],
        [
          'Evidence due',
          dispute.evidence_due_at === null ? '—' : <Moment key="due" at={dispute.evidence_due_at} />,
        ],
      ]}
    />
  </Section>
)

/** What the bank reads, part by part. */
const Evidence = ({ evidence }: Pick<View, 'evidence'>) => (
  <Section title="Evidence" aside="From the shop’s own records">
    {evidence.map(({ title, lines }) => (
      <div key={title} className={styles.part}>
        <h3>{title}</h3>
        <ul>
          {lines.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of one page, which is drawn once
            <li key={at}>{line}</li>
          ))}
        </ul>
      </div>
    ))}
  </Section>
)

/** What is at stake, and until when it can be answered. */
const subOf = ({
  amount,
  currency,
  reason,
  needs_evidence: needs,
  evidence_due_at: dueAt,
}: View['dispute']) => {
  const stake = `${priceText(amount, currency)}, as ${factText(reason).toLowerCase()}.`
  return needs && dueAt !== null ? `${stake} Evidence is due by ${timeText(dueAt)}.` : stake
}

/** What the shop holds about a disputed payment, and its answer to the bank. */
const DisputePage = () => {
  const { number, dispute, evidence } = useLoaderData<typeof loader>()
  const answer: Answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<OrderCrumb number={number} />}
        title={`Dispute of ${number}`}
        sub={subOf(dispute)}
        actions={<ActionLink href={`/desk/orders/${number}/evidence.pdf`}>Evidence as PDF</ActionLink>}
      />
      <Split aside={<Terms dispute={dispute} />}>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <Answers dispute={dispute} answer={answer} />
        <Evidence evidence={evidence} />
      </Split>
    </>
  )
}

export default DisputePage
