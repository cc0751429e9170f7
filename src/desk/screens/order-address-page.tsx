import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ShopError, isShopError } from '#shared/errors.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { correctDeskAddress, viewDeskOrder } from '../endpoints.ts'
import { orderAddress } from '../rules/list-place.ts'
import { listIn } from './parts/use-list.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead, OrderCrumb } from './parts/desk-head.tsx'
import { Entry, Fields as FormFields, Pair, ReasonEntry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { CountryEntry, RegionEntry } from './parts/place-entries.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const order = await context.get(shopContext).call(viewDeskOrder, { number: params['number'] ?? '' })
  if (order.person === null) throw new ShopError('NOT_FOUND')
  // What the latest correction says in the timeline: who, and when.
  const corrected = order.timeline.find(({ text }) => text.startsWith('Address corrected'))
  return {
    title: `Address of ${order.number}`,
    number: order.number,
    address: order.person.address,
    corrected: corrected ?? null,
  }
}

const names = [
  'firstName',
  'lastName',
  'company',
  'address',
  'unit',
  'city',
  'region',
  'zip',
  'country',
  'phone',
] as const

type Fields = Record<(typeof names)[number], string>

/** The prefix of hidden fields with the address that was shown. */
const shownPrefix = 'shown-'

const addressIn = (form: FormData, prefix = ''): Fields => {
  const text = (name: string): string => {
    const value = form.get(`${prefix}${name}`)
    return typeof value === 'string' ? value : ''
  }
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    company: text('company'),
    address: text('address'),
    unit: text('unit'),
    city: text('city'),
    region: text('region').toUpperCase(),
    zip: text('zip'),
    country: text('country').toUpperCase(),
    phone: text('phone'),
  }
}

export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const number = params['number'] ?? ''
  const form = await postedForm(request)
  const [address, posted] = [addressIn(form), form.get('reason')]
  const shown = form.has(`${shownPrefix}city`) ? addressIn(form, shownPrefix) : null
  const reason = typeof posted === 'string' ? posted : ''
  try {
    await context.get(shopContext).call(correctDeskAddress, { number, address, shown, reason })
  } catch (thrown) {
    const fields = isShopError(thrown) ? (thrown.fields ?? {}) : {}
    return { refusal: refusalIn(thrown), fields, entered: { ...address, reason }, shown }
  }
  throw redirect(orderAddress(number, { list: listIn(request.url), done: 'corrected' }), 303)
}

const labels: Readonly<Record<(typeof names)[number], string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  address: 'Street',
  unit: 'Apartment, suite',
  city: 'City',
  region: 'State or region',
  zip: 'Zip code',
  country: 'Country',
  phone: 'Phone',
}

type Answer = Awaited<ReturnType<typeof action>> | undefined

type Name = (typeof names)[number]

interface AddressFormProps {
  readonly address: Readonly<Fields>
  readonly answer: Answer
}

interface AddressEntryProps {
  readonly name: Name
  readonly value: string
  /** Of the order: a correction does not change it. */
  readonly country: string
  readonly error: string | undefined
}

const AddressEntry = ({ name, value, country, error }: AddressEntryProps) => {
  const entry = { label: labels[name], name, value, error }
  if (name === 'country') return <CountryEntry {...entry} staysIn={country} />
  if (name === 'region') return <RegionEntry {...entry} country={country} />
  return <Entry label={labels[name]} name={name} defaultValue={value} error={error} autoComplete="off" />
}

const AddressForm = ({ address, answer }: AddressFormProps) => {
  const errors = new Map(Object.entries(answer?.fields ?? {}))
  return (
    <form method="post">
      {names.map((name) => (
        <input key={name} type="hidden" name={`${shownPrefix}${name}`} value={address[name]} />
      ))}
      <FormFields>
        {rows.map((row) => (
          <Pair key={row[0]}>
            {row.map((name) => (
              <AddressEntry
                key={name}
                name={name}
                value={answer?.entered[name] ?? address[name]}
                country={address.country}
                error={errors.get(`address.${name}`)}
              />
            ))}
          </Pair>
        ))}
        <ReasonEntry entered={answer?.entered.reason} error={errors.get('reason')} />
        <p>
          <ActionButton kind="primary">Correct the address</ActionButton>
        </p>
      </FormFields>
    </form>
  )
}

interface MeanwhileProps extends AddressFormProps {
  readonly corrected: { readonly at: string; readonly text: string; readonly detail: string } | null
}

/**
 * That somebody else corrected the address while it was corrected here: who, and what it is now. Sent again, this one replaces
 * it.
 */
const Meanwhile = ({ address, answer, corrected }: MeanwhileProps) =>
  !answer?.shown || names.every((name) => answer.shown?.[name] === address[name]) ? null : (
    <DeskNote>
      <p>
        {corrected ? `${corrected.text}${corrected.detail === '' ? '' : `: ${corrected.detail}`}. ` : ''}It
        goes to {names.flatMap((name) => (address[name] === '' ? [] : [address[name]])).join(', ')} now. What
        you entered is below; <em>Correct the address</em> puts yours in its place.
      </p>
    </DeskNote>
  )

const rows: readonly (readonly Name[])[] = [
  ['firstName', 'lastName'],
  ['company', 'phone'],
  ['address', 'unit'],
  ['city', 'region'],
  ['zip', 'country'],
]

const AddressPage = () => {
  const { number, address, corrected } = useLoaderData<typeof loader>()
  const answer: Answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<OrderCrumb number={number} />}
        title="Correct the address"
        sub="Until packing begins, within the country, and where the sales tax is the same. The invoice keeps its address."
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <Meanwhile address={address} answer={answer} corrected={corrected} />
        <Section>
          <AddressForm address={address} answer={answer} />
        </Section>
      </Body>
    </>
  )
}

export default AddressPage
