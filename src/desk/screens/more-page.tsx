import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ShopError } from '#shared/errors.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { placesFor } from '../rules/desk-places.ts'
import { DataTable } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import type { Column } from './parts/data-table.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => {
  const { actor } = context.get(shopContext)
  if (actor.kind !== 'staff') throw new ShopError('UNAUTHENTICATED')
  const own = { label: 'You', href: '/desk/person' }
  return { title: 'More', places: [...placesFor(actor.role).flat(), own] }
}

const columns: readonly Column<{ readonly label: string; readonly href: string }>[] = [
  { name: 'Place', cell: ({ label, href }) => <a href={href}>{label}</a> },
]

/** Every place of the desk, for phones. */
const MorePage = () => {
  const { places } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title="More" />
      <DataTable label="Places of the desk" rows={places} keyOf={({ href }) => href} columns={columns} />
    </>
  )
}

export default MorePage
