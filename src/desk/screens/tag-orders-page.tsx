import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listOrderTags, tagOrders } from '../tag-endpoints.ts'
import { listAddress } from '../rules/order-filter.ts'
import { ordersText } from './bulk-rows.tsx'
import { chosenIn } from './chosen-orders.ts'
import { ActionButton, ActionLink, ActionRow } from './parts/action.tsx'
import { DataTable, EmptyList } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  title: 'Tags',
  ...(await context.get(shopContext).call(listOrderTags, {})),
})

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Fields that say which orders are chosen, to be sent again. */
const fieldsIn = (form: FormData) =>
  ['order', 'page', 'shown', 'whole', 'query'].flatMap((name) =>
    form.getAll(name).flatMap((value) => (typeof value === 'string' ? [{ name, value }] : [])),
  )

/** The first form says which orders; the second one the tag, and whether they get it or lose it. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const [chosen, fields, tag] = [chosenIn(form), fieldsIn(form), textIn(form, 'tag')]
  const count = chosen.kind === 'list' ? null : chosen.ids.length
  const change = textIn(form, 'change') === 'remove' ? 'remove' : 'add'
  const requested = { fields, count, tag, change } as const
  if (count === 0) return { ...requested, refusal: 'Please choose an order.', done: null }
  if (!form.has('change')) return { ...requested, refusal: null, done: null }
  try {
    const orders = chosen.kind === 'list' ? { filter: chosen.filter } : { ids: [...chosen.ids] }
    return { ...requested, refusal: null, done: await call(tagOrders, { tag, action: change, ...orders }) }
  } catch (thrown) {
    return { ...requested, refusal: refusalIn(thrown), done: null }
  }
}

type Answer = Awaited<ReturnType<typeof action>>
type Tags = Awaited<ReturnType<typeof loader>>['tags']

const TagForm = ({ answer, tags }: { readonly answer: Answer; readonly tags: Tags }) => (
  <Section title={answer.count === null ? 'All orders of the list' : `${ordersText(answer.count)} chosen`}>
    <form method="post" data-desk-confirm="">
      {answer.fields.map(({ name, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the fields of one form, which is drawn once
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <Fields>
        <Entry
          label="Tag"
          name="tag"
          required
          maxLength={24}
          autoComplete="off"
          list="tags"
          defaultValue={answer.tag}
          hint="Letters, digits, spaces and hyphens. The buyer never sees it in the shop."
        />
        <datalist id="tags">
          {tags.map(({ tag }) => (
            <option key={tag}>{tag}</option>
          ))}
        </datalist>
        <ActionRow>
          <ActionButton kind="primary" name="change" value="add">
            Add the tag
          </ActionButton>
          <ActionButton name="change" value="remove">
            Remove the tag
          </ActionButton>
        </ActionRow>
      </Fields>
    </form>
  </Section>
)

const doneText = (
  change: Answer['change'],
  { tag, changed, chosen }: NonNullable<Answer['done']>,
): string => {
  const isAdded = change === 'add'
  const orders = ordersText(changed.length)
  const what = isAdded ? `Tagged ${orders} as ${tag}.` : `The tag ${tag} is removed from ${orders}.`
  const others = chosen - changed.length
  return others === 0
    ? what
    : `${what} ${ordersText(others)} ${isAdded ? 'had it already' : 'did not have it'}.`
}

/** What was done, and the way back: the same orders, the other way round. */
const Done = ({ answer, done }: { readonly answer: Answer; readonly done: NonNullable<Answer['done']> }) => (
  <>
    <DeskNote kind="ok" isAnswer>
      <p>{doneText(answer.change, done)}</p>
    </DeskNote>
    <ActionRow>
      {done.changed.length === 0 ? null : (
        <form method="post">
          <input type="hidden" name="tag" value={done.tag} />
          <input type="hidden" name="page" value="yes" />
          <input type="hidden" name="shown" value={done.changed.join(',')} />
          <ActionButton name="change" value={answer.change === 'add' ? 'remove' : 'add'} hotkey="z">
            Undo
          </ActionButton>
        </form>
      )}
      <ActionLink href={listAddress({ tag: done.tag })}>Show orders with this tag</ActionLink>
    </ActionRow>
  </>
)

const columns: readonly Column<Tags[number]>[] = [
  { name: 'Tag', cell: ({ tag }) => <a href={listAddress({ tag })}>{tag}</a> },
  { name: 'Orders', cell: ({ orders }) => orders.toLocaleString('en-US'), isFigure: true, fills: true },
]

/** Tags the chosen orders; without any it lists the tags in use. */
const TagOrdersPage = () => {
  const { tags } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead crumb={<a href="/desk/orders">Orders</a>} title={answer ? 'Tag orders' : 'Tags'} />
      {answer ? (
        <Body>
          {answer.refusal === null ? null : (
            <DeskNote kind="danger" isAnswer>
              <p>{answer.refusal}</p>
            </DeskNote>
          )}
          {answer.done === null ? (
            <TagForm answer={answer} tags={tags} />
          ) : (
            <Done answer={answer} done={answer.done} />
          )}
        </Body>
      ) : null}
      {answer || tags.length > 0 ? null : (
        <EmptyList title="No order has a tag.">
          <p>
            Choose orders in <a href="/desk/orders">the list</a>, and press T.
          </p>
        </EmptyList>
      )}
      {answer || tags.length === 0 ? null : (
        <DataTable label="Tags" rows={tags} keyOf={({ tag }) => tag} columns={columns} />
      )}
    </>
  )
}

export default TagOrdersPage
