import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import {
  declineDeskProblem,
  previewDeskProblemRefund,
  refundDeskProblem,
  reshipDeskProblem,
  viewDeskProblem,
} from '../problem-endpoints.ts'
import type { DeskProblem } from '../problem-endpoints.ts'
import { problemAddress, problemMarks, problemViews } from '../rules/problem-words.ts'
import { ActionAnswer } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { Moment } from './parts/times.tsx'
import { ProblemActions } from './problem-actions.tsx'
import { ProblemFacts, ProblemOutcome, ProblemReport } from './problem-parts.tsx'

/** What a refund would come to, or why there is none now. */
const previewed = async (preview: () => Promise<RefundPreview>) =>
  preview().then(
    (refund) => ({ refund, refusal: null }),
    (thrown: unknown) => ({ refund: null, refusal: refusalIn(thrown) }),
  )

type RefundPreview = z.output<typeof previewDeskProblemRefund.reply>

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const number = params['number'] ?? ''
  const problem = await call(viewDeskProblem, { number })
  const role = actor.kind === 'staff' ? actor.role : 'read-only'
  const mayRefund = problem.state === 'open' && allows(role, 'orders:refund')
  return {
    title: `Report ${problem.number}`,
    problem,
    requestId,
    // Null for a role that refunds nothing, and once it is resolved.
    preview: mayRefund ? await previewed(() => call(previewDeskProblemRefund, { number })) : null,
    mayShip: problem.state === 'open' && allows(role, 'orders:ship'),
    mayOpenMember: allows(role, 'members:read'),
  }
}

const shared = { request_id: z.string(), note: z.string() } as const

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('refund'), amount: z.string(), ...shared }),
  z.object({ intent: z.enum(['reship', 'decline']), ...shared }),
])

/** Resolves the report. A refusal keeps what was typed. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const number = params['number'] ?? ''
  const posted = await postedAs(Posted, request)
  const { intent, note, request_id } = posted
  try {
    if (intent === 'refund')
      await call(refundDeskProblem, { number, note, request_id, amount: posted.amount })
    else if (intent === 'reship') await call(reshipDeskProblem, { number, note, request_id })
    else await call(declineDeskProblem, { number, note, request_id })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), errors: fieldErrors(thrown), intent, note }
  }
  throw redirect(`${problemAddress(number)}?done=${intent}`, 303)
}

export type ProblemAnswer = Awaited<ReturnType<typeof action>> | undefined

const answers: ReadonlyMap<string, string> = new Map([
  ['refund', 'The refund is recorded. The buyer gets a mail.'],
  ['reship', 'A shipment of its own waits to be packed. The buyer gets a mail.'],
  ['decline', 'It is declined. The buyer gets a mail with your words.'],
])

/** The list that it is in, its number and its state. */
const Head = ({ problem }: { readonly problem: DeskProblem }) => (
  <DeskHead
    crumb={
      <>
        <a href="/desk/problems">Problem reports</a>
        {problem.state === 'open' ? null : (
          <>
            {' '}
            /{' '}
            <a href={`/desk/problems?state=${problem.state}`}>
              {problemViews.find(({ state }) => state === problem.state)?.label}
            </a>
          </>
        )}
      </>
    }
    title={problem.number}
    sub={
      <>
        <StateMark mark={problemMarks[problem.state]} /> Reported <Moment at={problem.reported_at} />
      </>
    }
  />
)

/** What a buyer says is wrong with an order, and how it is resolved. */
const ProblemPage = () => {
  const { problem, requestId, preview, mayShip, mayOpenMember } = useLoaderData<typeof loader>()
  const answer: ProblemAnswer = useActionData<typeof action>()
  return (
    <>
      <Head problem={problem} />
      <Split aside={<ProblemFacts problem={problem} mayOpenMember={mayOpenMember} />}>
        <ActionAnswer refusal={answer?.refusal} done={answers} />
        <ProblemReport problem={problem} />
        {problem.state === 'open' ? (
          <ProblemActions
            problem={problem}
            preview={preview}
            mayShip={mayShip}
            requestId={requestId}
            answer={answer}
            errors={answer?.errors ?? noErrors}
          />
        ) : (
          <ProblemOutcome problem={problem} />
        )}
      </Split>
    </>
  )
}

export default ProblemPage
