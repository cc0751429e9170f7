import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { ShopError } from '#shared/errors.ts'
import { DeskHead } from './parts/desk-head.tsx'
import { shopContext } from '../../web/request/shop-context.ts'

export const loader = ({ context }: LoaderFunctionArgs) => {
  const { actor } = context.get(shopContext)
  if (actor.kind !== 'staff') throw new ShopError('UNAUTHENTICATED')
  if (allows(actor.role, 'orders:read')) throw redirect('/desk/orders', 303)
  return { title: 'Home' }
}

const HomePage = () => <DeskHead title="Home" />

export default HomePage
