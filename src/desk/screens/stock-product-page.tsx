import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskStock } from '../stock-endpoints.ts'
import { textIn, textsOf } from './flag-form.tsx'
import { ActionAnswer } from './parts/action.tsx'
import { EmptyList } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { fieldErrors, refusalIn } from './parts/refusal.ts'
import { Facts, Section } from './parts/section.tsx'
import { sendStockAction, stockActions } from './stock-form.ts'
import type { StockAction } from './stock-form.ts'
import { StockForms } from './stock-forms.tsx'
import {
  DeliveryTable,
  LotTable,
  MovementTable,
  alarmText,
  lastsText,
  levelMark,
  unitsText,
} from './stock-parts.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const mayMove = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  const stock = await call(viewDeskStock, { product: params['product'] ?? '' })
  return { title: stock.product, requestId, mayMove, stock }
}

/** Does what the form of its button says. A refusal keeps what was entered in it. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const product = params['product'] ?? ''
  const texts = textsOf(await postedForm(request))
  const intent: StockAction = stockActions.find((name) => name === textIn(texts, 'intent')) ?? 'move'
  try {
    await sendStockAction[intent](context.get(shopContext).call, texts, product)
  } catch (thrown) {
    return { intent, texts, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/stock/${encodeURIComponent(product)}?done=${intent}`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['move', 'The stock is changed.'],
  ['count', 'The count is entered, and the stock is what was found.'],
  ['expect', 'The delivery is expected.'],
  ['close', 'Nothing more is expected of the delivery.'],
  ['alarm', 'The alarm is set.'],
])

type Loaded = Awaited<ReturnType<typeof loader>>

const StockFacts = ({ stock }: Pick<Loaded, 'stock'>) => (
  <Section title="Now">
    <Facts
      facts={[
        ['State', <StateMark key="state" mark={levelMark(stock)} />],
        ['Available', unitsText(stock.available)],
        ...(stock.expired === 0
          ? []
          : [['Expired of it', `${unitsText(stock.expired)}, not offered`] as const]),
        ['Lasts until', lastsText(stock)],
        ['Expected', unitsText(stock.announced)],
        ['Alarm', alarmText(stock)],
        ['Plans', stock.plans.join(', ')],
      ]}
    />
  </Section>
)

const Lists = ({ stock }: Pick<Loaded, 'stock'>) => (
  <>
    <Section title="Expected deliveries">
      {stock.deliveries.length === 0 ? (
        <EmptyList title="No delivery is expected." isInside />
      ) : (
        <DeliveryTable deliveries={stock.deliveries} />
      )}
    </Section>
    {stock.lots.length === 0 ? null : (
      <Section title="Lots">
        <LotTable lots={stock.lots} />
      </Section>
    )}
    <Section title="Received, written off and counted">
      {stock.movements.length === 0 ? (
        <EmptyList title="Nobody received, wrote off or counted anything yet." isInside />
      ) : (
        <MovementTable movements={stock.movements} hasProduct={false} />
      )}
    </Section>
  </>
)

/** One stock: what is there and expected, its movements, and what people do with it. */
const StockProductPage = () => {
  const { stock, requestId, mayMove } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead title={stock.product} crumb={<a href="/desk/stock">Stock</a>} />
      <Split aside={<StockFacts stock={stock} />}>
        <ActionAnswer refusal={answer?.refusal} done={answers} />
        <Lists stock={stock} />
        {mayMove ? <StockForms stock={stock} requestId={requestId} answer={answer} /> : null}
      </Split>
    </>
  )
}

export default StockProductPage
