import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskStock, moveDeskStock } from '../stock-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable, EmptyList } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { ChoiceEntry, Entry, Fields, Pair } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const mayMove = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: 'Stock', requestId, mayMove, ...(await call(listDeskStock, {})) }
}

/** Receives or writes off. A refusal keeps what was entered. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const texts = new Map(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()] as const] : [])),
  )
  const text = (name: string): string => texts.get(name) ?? ''
  try {
    await context.get(shopContext).call(moveDeskStock, {
      request_id: text('request_id'),
      product: text('product'),
      kind: text('kind') === 'written-off' ? 'written-off' : 'received',
      units: /^\d{1,9}$/.test(text('units')) ? Number(text('units')) : Number.NaN,
      note: text('note'),
    })
  } catch (thrown) {
    return { texts, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect('/desk/stock?done=moved', 303)
}

type Listed = ReplyOf<typeof listDeskStock>

const unitsText = (units: number): string => units.toLocaleString('en-US').replace('-', '−')

const stockColumns: readonly Column<Listed['stock'][number]>[] = [
  { name: 'Stock', cell: ({ product }) => product },
  { name: 'Available', cell: ({ available }) => unitsText(available), isFigure: true },
  { name: 'Plans', cell: ({ plans }) => plans.join(', '), isQuiet: true, fills: true },
]

const movementColumns: readonly Column<Listed['movements'][number]>[] = [
  { name: 'When', cell: ({ at }) => timeText(at) },
  { name: 'Stock', cell: ({ product }) => product },
  { name: 'Note', cell: ({ note }) => note, fills: true },
  { name: 'By', cell: ({ by }) => by, isQuiet: true, isWide: true },
  {
    name: 'Units',
    cell: ({ kind, units }) => `${kind === 'received' ? '+' : '−'}${units.toLocaleString('en-US')}`,
    isFigure: true,
  },
  { name: 'After', cell: ({ available }) => unitsText(available), isFigure: true },
]

interface FieldsProps {
  readonly texts: ReadonlyMap<string, string>
  readonly errors: ReadonlyMap<string, string>
}

const UnitFields = ({ texts, errors }: FieldsProps) => (
  <Pair>
    <Entry
      label="How many"
      name="units"
      inputMode="numeric"
      defaultValue={texts.get('units')}
      error={errors.get('units')}
    />
    <Entry
      label="What it is"
      name="note"
      hint="The delivery, or the reason."
      defaultValue={texts.get('note')}
      error={errors.get('note')}
    />
  </Pair>
)

const MoveFields = ({ stock }: Pick<Listed, 'stock'>) => {
  const answer = useActionData<typeof action>()
  const { texts = noErrors, errors = noErrors } = answer ?? {}
  return (
    <Fields>
      <Pair>
        <ChoiceEntry
          label="What happened"
          name="kind"
          choices={[
            ['received', 'received'],
            ['written-off', 'written off'],
          ]}
          defaultValue={texts.get('kind')}
        />
        <ChoiceEntry
          label="In which stock"
          name="product"
          choices={stock.map(({ product }) => [product, product] as const)}
          defaultValue={texts.get('product')}
          error={errors.get('product')}
        />
      </Pair>
      <UnitFields texts={texts} errors={errors} />
      <p>
        <ActionButton kind="primary">Save</ActionButton>
      </p>
    </Fields>
  )
}

const MoveForm = ({ stock, requestId }: Pick<Awaited<ReturnType<typeof loader>>, 'stock' | 'requestId'>) => (
  <Section title="Receive or write off">
    <form method="post">
      <input type="hidden" name="request_id" value={requestId} />
      <MoveFields stock={stock} />
    </form>
  </Section>
)

/** What became of the form: refused, or done. */
const Answer = () => {
  const answer = useActionData<typeof action>()
  const [query] = useSearchParams()
  if (!answer && query.get('done') !== 'moved') return null
  return (
    <Body>
      <DeskNote kind={answer ? 'danger' : 'ok'} isAnswer>
        {answer ? answer.refusal : 'The stock is changed.'}
      </DeskNote>
    </Body>
  )
}

/** What is in stock, and what people received and wrote off. */
const StockPage = () => {
  const { stock, movements, requestId, mayMove } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Stock"
        sub="What is not sold or reserved; below zero it is owed to members. Orders take from it and give back by themselves."
      />
      <Answer />
      <DataTable label="Stock" rows={stock} keyOf={({ product }) => product} columns={stockColumns} />
      <Body>
        {mayMove ? <MoveForm stock={stock} requestId={requestId} /> : null}
        <Section title="Received and written off lately">
          {movements.length === 0 ? (
            <EmptyList title="Nobody received or wrote off anything yet." />
          ) : (
            <DataTable
              label="Movements by hand"
              rows={movements}
              keyOf={({ id }) => id}
              columns={movementColumns}
              isInside
            />
          )}
        </Section>
      </Body>
    </>
  )
}

export default StockPage
