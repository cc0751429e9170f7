import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { priceText } from '#shared/money.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import {
  closeDeskRefund,
  previewDeskRepeat,
  repeatDeskRefund,
  viewDeskRefusedRefund,
} from '../refused-refund-endpoints.ts'
import { ActionAnswer } from './parts/action.tsx'
import { DeskHead, OrderCrumb } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'
import { CloseForm, RefundOutcome, RefusedFacts, RepeatWay } from './refused-refund-parts.tsx'

/** What one way would give, or why it gives nothing now. */
const previewed = (call: ShopContext['call'], id: string, as_credit: boolean) =>
  call(previewDeskRepeat, { id, as_credit }).then(
    (given) => ({ given, refusal: null }),
    (thrown: unknown) => ({ given: null, refusal: refusalIn(thrown) }),
  )

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, requestId } = context.get(shopContext)
  const id = params['id'] ?? ''
  const refund = await call(viewDeskRefusedRefund, { id })
  return {
    title: `Refused refund of ${refund.order_number}`,
    refund,
    requestId,
    ways:
      refund.is_open && !refund.can_close
        ? { card: await previewed(call, id, false), credit: await previewed(call, id, true) }
        : null,
  }
}

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['again', 'credit']), amount: z.string(), request_id: z.string() }),
  z.object({ intent: z.literal('close'), request_id: z.string() }),
])

/** Gives it once more, to the card or as credit, or takes it off the list. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const id = params['id'] ?? ''
  const posted = await postedAs(Posted, request)
  const { intent, request_id } = posted
  try {
    if (intent === 'close') await call(closeDeskRefund, { id, request_id })
    else
      await call(repeatDeskRefund, { id, as_credit: intent === 'credit', amount: posted.amount, request_id })
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
  throw redirect(`/desk/refunds/${id}?done=${intent}`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['again', 'It was requested again. What became of it is below.'],
  ['close', 'It is off the list.'],
  ['credit', 'It is given as store credit. The member gets a mail.'],
])

/** A refund that did not go through, and the two ways to give it all the same. */
const RefusedRefundPage = () => {
  const { refund, ways, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { order_number: number, amount, currency } = refund
  return (
    <>
      <DeskHead
        crumb={<OrderCrumb number={number} />}
        title={`Refused refund of ${priceText(amount, currency)}`}
        sub={
          <>
            Of order {number}, requested <Moment at={refund.requested_at} />
          </>
        }
      />
      <Split aside={<RefusedFacts refund={refund} />}>
        <ActionAnswer refusal={answer?.refusal} done={answers} />
        {refund.is_open ? (
          <DeskNote kind="danger">
            <p>The money did not go back: {refund.refusal}.</p>
          </DeskNote>
        ) : null}
        {ways === null ? null : (
          <>
            <RepeatWay refund={refund} way="again" previewed={ways.card} requestId={requestId} />
            <RepeatWay refund={refund} way="credit" previewed={ways.credit} requestId={requestId} />
          </>
        )}
        {refund.can_close ? <CloseForm requestId={requestId} /> : null}
        <RefundOutcome refund={refund} />
      </Split>
    </>
  )
}

export default RefusedRefundPage
