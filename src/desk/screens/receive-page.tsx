import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { requestReceiptApproval } from '../approval-endpoints.ts'
import { previewDeskReceipt, receiveDeskReturn, viewDeskReturn } from '../return-endpoints.ts'
import { returnMarks, returnReasonText } from './return-marks.ts'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { Moment, dayText } from './parts/times.tsx'
import { readReceiptForm } from './receipt-form.ts'
import { ReceiptConfirmation } from './receipt-confirmation.tsx'
import { FoundLines } from './found-lines.tsx'
import { ReceiptCountForm } from './receipt-count-form.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const found = await context.get(shopContext).call(viewDeskReturn, { number: params['number'] ?? '' })
  return { title: `Return ${found.number}`, found }
}

/** The first button previews, the second one receives what was previewed; a refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const { call, requestId: newRequestId } = context.get(shopContext)
  const number = params['number'] ?? ''
  const entered = readReceiptForm(await postedForm(request))
  const counted = { number, ...entered.counted }
  const preview = () => call(previewDeskReceipt, counted)
  if (entered.amount === null)
    return preview().then(
      (previewed) => ({ entered, preview: previewed, refusal: null, requestId: newRequestId }),
      (thrown: unknown) => ({ entered, preview: null, refusal: refusalIn(thrown), requestId: '' }),
    )
  let approval: string | null = null
  try {
    const { amount, requestId, requestedFor: askedFor } = entered
    const confirmed = { ...counted, amount, request_id: requestId }
    if (askedFor === null) await call(receiveDeskReturn, confirmed)
    else approval = (await call(requestReceiptApproval, { ...confirmed, reason: askedFor })).id
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    const previewed = await preview().catch(() => null)
    return { entered, preview: previewed, refusal, requestId: entered.requestId }
  }
  if (approval !== null) throw redirect(`/desk/approvals/${approval}`, 303)
  throw redirect(`/desk/fulfillment/returns/${encodeURIComponent(number)}?done=received`, 303)
}

type Answer = Awaited<ReturnType<typeof action>> | undefined

export type FoundReturn = Awaited<ReturnType<typeof loader>>['found']

const ReturnFacts = ({ found }: { readonly found: FoundReturn }) => (
  <Section title={found.kind === 'return' ? 'Return' : 'Withdrawal'}>
    <Facts
      facts={[
        [
          'Order',
          <a key="order" href={`/desk/orders/${found.order}`}>
            {found.order}
          </a>,
        ],
        ['From', found.person || '—'],
        ['Reason', returnReasonText(found.reason)],
        ['Requested', <Moment key="requested" at={found.requested_at} />],
        ...(found.due_on === null ? [] : [['To be sent by', dayText(found.due_on)] as const]),
        ['Package', [found.label, found.tracking].filter(Boolean).join(', ') || 'sent by its buyer'],
      ]}
    />
    {found.kind === 'withdrawal' ? (
      <p>
        Everything that is left of the order is refunded, with its shipping fee. What you find decides what
        goes back into stock.
      </p>
    ) : null}
    {found.state === 'expired' ? (
      <p>It expired because nothing came in time. A package that came all the same is refunded.</p>
    ) : null}
  </Section>
)

const Aside = ({ answer, found }: { readonly answer: Answer; readonly found: FoundReturn }) => (
  <>
    {answer?.preview ? (
      <ReceiptConfirmation
        preview={answer.preview}
        entered={answer.entered}
        found={found}
        requestId={answer.requestId}
      />
    ) : null}
    <ReturnFacts found={found} />
  </>
)

const Messages = ({ answer, found }: { readonly answer: Answer; readonly found: FoundReturn }) => {
  const [query] = useSearchParams()
  if (answer?.refusal)
    return (
      <DeskNote kind="danger" isAnswer>
        <p>{answer.refusal}</p>
      </DeskNote>
    )
  if (query.get('done') === 'received' && found.state === 'received')
    return (
      <DeskNote kind="ok" isAnswer>
        <p>
          It is received. See <a href={`/desk/orders/${found.order}`}>the order</a> for its refund, or{' '}
          <a href="/desk/fulfillment/returns">scan the next one</a>.
        </p>
      </DeskNote>
    )
  return null
}

/** A package that came back: what is in it, in which condition, and what is refunded for it. */
const ReceivePage = () => {
  const { found } = useLoaderData<typeof loader>()
  const answer: Answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={
          <>
            <a href="/desk/fulfillment">Fulfillment</a> / <a href="/desk/fulfillment/returns">Returns</a>
          </>
        }
        title={found.number}
        sub={<StateMark mark={returnMarks[found.state]} />}
      />
      <Split aside={<Aside answer={answer} found={found} />}>
        <Messages answer={answer} found={found} />
        {found.refusal === null ? (
          <ReceiptCountForm
            found={found}
            entered={answer?.entered ?? null}
            isPreviewed={Boolean(answer?.preview)}
          />
        ) : (
          <FoundLines found={found} refusal={found.refusal} />
        )}
      </Split>
    </>
  )
}

export default ReceivePage
