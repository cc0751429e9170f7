import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ShopError, isShopError } from '#shared/errors.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { correctDeskAddress, viewDeskOrder } from '../endpoints.ts'
import { orderAddress } from '../rules/list-place.ts'
import { listIn } from './parts/list-in.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead, OrderCrumb } from './parts/desk-head.tsx'
import { Entry, Fields, Pair, ReasonEntry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const order = await context.get(shopContext).call(viewDeskOrder, { number: params['number'] ?? '' })
  if (order.person === null) throw new ShopError('NOT_FOUND')
  return { title: `Address of ${order.number}`, number: order.number, address: order.person.address }
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

type Entered = Record<(typeof names)[number] | 'reason', string>

const enteredIn = (form: FormData): Entered => {
  const text = (name: string): string => {
    const value = form.get(name)
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
    reason: text('reason'),
  }
}

export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const number = params['number'] ?? ''
  const entered = enteredIn(await postedForm(request))
  const { reason, ...address } = entered
  try {
    await context.get(shopContext).call(correctDeskAddress, { number, address, reason })
  } catch (thrown) {
    const fields = isShopError(thrown) ? (thrown.fields ?? {}) : {}
    return { refusal: refusalIn(thrown), fields, entered }
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
  readonly address: Readonly<Record<Name, string>>
  readonly answer: Answer
}

const AddressForm = ({ address, answer }: AddressFormProps) => {
  const errors = new Map(Object.entries(answer?.fields ?? {}))
  return (
    <form method="post">
      <Fields>
        {rows.map((row) => (
          <Pair key={row[0]}>
            {row.map((name) => (
              <Entry
                key={name}
                label={labels[name]}
                name={name}
                defaultValue={answer?.entered[name] ?? address[name]}
                error={errors.get(`address.${name}`)}
                autoComplete="off"
              />
            ))}
          </Pair>
        ))}
        <ReasonEntry entered={answer?.entered.reason} error={errors.get('reason')} />
        <p>
          <ActionButton kind="primary">Correct the address</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

const rows: readonly (readonly Name[])[] = [
  ['firstName', 'lastName'],
  ['company', 'phone'],
  ['address', 'unit'],
  ['city', 'region'],
  ['zip', 'country'],
]

const AddressPage = () => {
  const { number, address } = useLoaderData<typeof loader>()
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
        <Section>
          <AddressForm address={address} answer={answer} />
        </Section>
      </Body>
    </>
  )
}

export default AddressPage
