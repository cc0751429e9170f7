import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { ShopError } from '#shared/errors.ts'
import { placeParts } from '#location/rules/place-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskPlace } from '../place-endpoints.ts'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { Section } from './parts/section.tsx'
import { PlaceForm } from './place-fields.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const part = placeParts.find((one) => one === params['part'])
  if (!part) throw new ShopError('NOT_FOUND')
  const key = params['key'] ?? ''
  const place = await call(viewDeskPlace, { part, key })
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { ...place, part, key, mayChange }
}

/** One country, method, list of holidays or the warehouse: its form. */
const PlacePage = () => {
  const { title, fields, part, key, is_new: isNew, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/places">Shipping and places</a>}
        title={isNew ? `${title}, new` : title}
        sub="The next page shows what changes and who is concerned. Nothing is published before."
      />
      <Body>
        <Section title="Change">
          <PlaceForm
            place={{ part, key }}
            fields={fields}
            errors={new Map()}
            mayChange={mayChange}
            mayRemove={!isNew && part !== 'warehouse' && key !== 'other'}
          />
        </Section>
      </Body>
    </>
  )
}

export default PlacePage
