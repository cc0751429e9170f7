import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { placeParts } from '#location/rules/place-form.ts'
import { allows } from '#shared/staff.ts'
import { ShopError } from '#shared/errors.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import {
  previewDeskPlaces,
  publishDeskPlaces,
  requestPlacesApproval,
  viewDeskPlace,
} from '../place-endpoints.ts'
import type { DeskPlaceChange, DeskPlaceField, DeskPlacesPreview } from '../place-endpoints.ts'
import { shownChange } from '../rules/place-effects.ts'
import { oneOf, textIn, textsOf } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionButton } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Fields, ReasonEntry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { PlaceForm } from './place-fields.tsx'
import { ownValue } from '#shared/own-value.ts'

/** Where the small forms of the page lead: to the form of what they name. */
export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const { actor, requestId } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const named = (name: string): string => encodeURIComponent((query.get(name) ?? '').trim())
  if (named('country')) throw redirect(`/desk/places/country/${named('country').toUpperCase()}`, 303)
  if (named('holidays')) throw redirect(`/desk/places/holidays/${named('holidays').toUpperCase()}`, 303)
  if (named('zone')) throw redirect(`/desk/places/method/${named('zone')}~${named('method')}`, 303)
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: 'Change of shipping and places', mayChange, requestId }
}

const valuesIn = (texts: EnteredTexts): Record<string, string> =>
  Object.fromEntries(
    [...texts].flatMap(([name, text]) => (name.startsWith('value_') ? [[name.slice(6), text] as const] : [])),
  )

const changeIn = (texts: EnteredTexts): DeskPlaceChange => {
  const by = oneOf(['form', 'files', 'version'], textIn(texts, 'by'), 'form')
  if (by === 'files') return { by, places: textIn(texts, 'places'), taxes: textIn(texts, 'taxes') }
  if (by === 'version') return { by, number: Number(textIn(texts, 'number')) }
  const part = oneOf(placeParts, textIn(texts, 'part'), 'country')
  return { by, part, key: textIn(texts, 'key'), values: valuesIn(texts) }
}

interface Answer {
  /** What was sent, to be sent again with the reason. */
  readonly sent: readonly (readonly [string, string])[]
  readonly change: DeskPlaceChange
  readonly preview: DeskPlacesPreview | null
  /** The form with what was typed, of one that could not be read. */
  readonly fields: readonly DeskPlaceField[]
  readonly refusal: string | null
  /** The sentences of the form by its fields. */
  readonly errors: ReadonlyMap<string, string>
  readonly reason: string
}

const own = ['reason', 'base', 'intent', 'request_id']

/** Shows what the form would change; with `intent` publishes it, or asks a second person. A refusal keeps what was entered. */
export const action = async ({ context, request }: ActionFunctionArgs): Promise<Answer> => {
  const { call } = context.get(shopContext)
  const texts = textsOf(await postedForm(request))
  const change = changeIn(texts)
  const sent = [...texts].filter(([name]) => !own.includes(name))
  const rest = { sent, change, reason: textIn(texts, 'reason') }
  const wanted = { change, base: textIn(texts, 'base'), reason: textIn(texts, 'reason') }
  const intent = textIn(texts, 'intent')
  let refusal: string | null = null
  let next: string | null = null
  try {
    if (intent === 'publish') {
      await call(publishDeskPlaces, wanted)
      next = '/desk/places?done=published'
    }
    if (intent === 'ask') {
      const { id } = await call(requestPlacesApproval, { ...wanted, request_id: textIn(texts, 'request_id') })
      next = `/desk/approvals/${id}`
    }
  } catch (thrown) {
    refusal = refusalIn(thrown)
  }
  if (next !== null) throw redirect(next, 303)
  try {
    return {
      ...rest,
      refusal,
      errors: noErrors,
      fields: [],
      preview: await call(previewDeskPlaces, { change }),
    }
  } catch (thrown) {
    const fields = change.by === 'form' ? await fieldsAsTyped(call, change) : []
    return { ...rest, refusal: refusalIn(thrown), errors: fieldErrors(thrown), fields, preview: null }
  }
}

const fieldsAsTyped = async (
  call: ShopContext['call'],
  { part, key, values }: Extract<DeskPlaceChange, { by: 'form' }>,
): Promise<DeskPlaceField[]> => {
  const { fields } = await call(viewDeskPlace, { part, key })
  return fields.map((field) => ({ ...field, value: ownValue(values, field.name) ?? field.value }))
}

type Change = DeskPlacesPreview['changes'][number]

const columns: readonly Column<Change>[] = [
  { name: 'Field', cell: ({ field }) => field },
  { name: 'Before', cell: ({ before }) => before, isQuiet: true, wraps: true },
  { name: 'After', cell: ({ after }) => after, fills: true },
]

const SendForm = ({ answer, preview }: { readonly answer: Answer; readonly preview: DeskPlacesPreview }) => {
  const { requestId } = useLoaderData<typeof loader>()
  const asks = preview.needs_second_person
  return (
    <form method="post" action="/desk/places/change">
      {answer.sent.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="intent" value={asks ? 'ask' : 'publish'} />
      <input type="hidden" name="base" value={preview.base} />
      <input type="hidden" name="request_id" value={requestId} />
      <Fields>
        <ReasonEntry entered={answer.reason} hint="The audit log keeps it." />
        <p>
          <ActionButton kind="primary">{asks ? 'Ask a second person' : 'Publish'}</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

const Preview = ({ answer, preview }: { readonly answer: Answer; readonly preview: DeskPlacesPreview }) => {
  const { mayChange } = useLoaderData<typeof loader>()
  const { changes, faults, effects, needs_second_person: asks } = preview
  return (
    <>
      {faults.map(({ field, message }) => (
        <DeskNote key={`${field} ${message}`} kind="danger">
          <p>{message}</p>
        </DeskNote>
      ))}
      <Section title="What changes">
        {changes.length === 0 ? <p>Nothing is different.</p> : null}
        <DataTable
          label="What changes, field by field"
          isInside
          rows={changes.map(shownChange)}
          keyOf={({ field }) => field}
          columns={columns}
        />
      </Section>
      {effects.length > 0 ? (
        <Section title="Who is concerned">
          <ul>
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </Section>
      ) : null}
      {mayChange && faults.length === 0 && changes.length > 0 ? (
        <Section title={asks ? 'Fees, taxes and zones need a second person' : 'Publish'}>
          <SendForm answer={answer} preview={preview} />
        </Section>
      ) : null}
    </>
  )
}

/** What a change would do, with the button that publishes exactly that or asks for a second person. */
const PlaceChangePage = () => {
  const answer = useActionData<typeof action>()
  if (!answer) throw new ShopError('NOT_FOUND')
  const { change, preview, refusal, fields } = answer
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/places">Shipping and places</a>}
        title="Change of shipping and places"
        sub="Nothing is published yet."
      />
      <Body>
        {refusal === null ? null : (
          <DeskNote kind="danger" isAnswer>
            <p>{refusal}</p>
          </DeskNote>
        )}
        {preview ? <Preview answer={answer} preview={preview} /> : null}
        {change.by === 'form' && fields.length > 0 ? (
          <Section title="Change">
            <PlaceForm place={change} fields={fields} errors={answer.errors} mayChange mayRemove={false} />
          </Section>
        ) : null}
      </Body>
    </>
  )
}

export default PlaceChangePage
