import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { previewDeskRefund, refundDeskOrder, viewDeskOrder } from '../endpoints.ts'
import { requestRefundApproval } from '../approval-endpoints.ts'
import { orderAddress } from '../rules/list-place.ts'
import { listIn } from './parts/use-list.ts'
import { readRefundForm } from './refund-form.ts'
import type { EnteredRefund } from './refund-form.ts'
import { RefundChoiceForm } from './refund-choice-form.tsx'
import { RefundConfirmation } from './refund-confirmation.tsx'
import { DeskHead, OrderCrumb } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const order = await context.get(shopContext).call(viewDeskOrder, { number: params['number'] ?? '' })
  return { title: `Refund of ${order.number}`, order }
}

/** The sentences by their fields; what is refused of a sum is said at the sum. */
const errorsOf = ({ wanted }: EnteredRefund, thrown: unknown): ReadonlyMap<string, string> => {
  const errors = fieldErrors(thrown)
  return errors.size === 0 && wanted.sum !== undefined ? new Map([['sum', refusalIn(thrown)]]) : errors
}

/** The first button previews, the second one refunds what was previewed; a refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const { call, requestId: newRequestId } = context.get(shopContext)
  const number = params['number'] ?? ''
  const entered = readRefundForm(await postedForm(request))
  const wanted = { number, ...entered.wanted }
  const preview = () => call(previewDeskRefund, wanted)
  if (entered.amount === null)
    return preview().then(
      (previewed) => ({
        entered,
        preview: previewed,
        refusal: null,
        errors: noErrors,
        requestId: newRequestId,
      }),
      (thrown: unknown) => ({
        entered,
        preview: null,
        refusal: refusalIn(thrown),
        errors: errorsOf(entered, thrown),
        requestId: '',
      }),
    )
  let approval: string | null = null
  try {
    const { amount, reason, requestId } = entered
    const confirmed = { ...wanted, amount, reason, request_id: requestId }
    if (entered.isRequested) approval = (await call(requestRefundApproval, confirmed)).id
    else await call(refundDeskOrder, confirmed)
  } catch (thrown) {
    const [refusal, errors] = [refusalIn(thrown), errorsOf(entered, thrown)]
    const previewed = await preview().catch(() => null)
    return { entered, preview: previewed, refusal, errors, requestId: entered.requestId }
  }
  if (approval !== null) throw redirect(`/desk/approvals/${approval}`, 303)
  throw redirect(orderAddress(number, { list: listIn(request.url), done: 'refunded' }), 303)
}

type Answer = Awaited<ReturnType<typeof action>> | undefined

const Aside = ({ answer, number }: { readonly answer: Answer; readonly number: string }) =>
  answer?.preview ? (
    <RefundConfirmation
      preview={answer.preview}
      entered={answer.entered}
      number={number}
      requestId={answer.requestId}
    />
  ) : (
    <DeskNote>
      <p>Choose what is refunded, and see here what the member gets.</p>
    </DeskNote>
  )

const RefundPage = () => {
  const { order } = useLoaderData<typeof loader>()
  const answer: Answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead crumb={<OrderCrumb number={order.number} />} title={`Refund of ${order.number}`} />
      <Split aside={<Aside answer={answer} number={order.number} />}>
        {answer?.refusal ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <RefundChoiceForm
          order={order}
          entered={answer?.entered ?? null}
          errors={answer?.errors ?? noErrors}
          isPreviewed={Boolean(answer?.preview)}
        />
      </Split>
    </>
  )
}

export default RefundPage
