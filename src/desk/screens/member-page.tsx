import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskMember } from '../search-endpoints.ts'
import { priceText } from '#shared/money.ts'
import { OrderTable } from './order-table.tsx'
import { DataTable } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { Facts, Section } from './parts/section.tsx'
import { Moment, dayText } from './parts/times.tsx'
import type { Column } from './parts/data-table.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const member = await context.get(shopContext).call(viewDeskMember, { id: params['id'] ?? '' })
  return { title: member.name ?? 'Member', member }
}

type Member = Awaited<ReturnType<typeof loader>>['member']

const Aside = ({ member }: { readonly member: Member }) => (
  <>
    <Section title="Money">
      <Facts
        facts={member.credit.map(({ amount, currency }) => [
          `Credit in ${currency}`,
          priceText(amount, currency),
        ])}
      />
    </Section>
    <Section title="Staff">
      <ul>
        {member.looked.map(({ at, actor, act }) => (
          <li key={`${at} ${act}`}>
            {actor}: {act}, <Moment at={at} />
          </li>
        ))}
      </ul>
      {member.looked.length === 0 ? <p>Nobody has looked here before.</p> : null}
    </Section>
  </>
)

const columns: readonly Column<Member['subscriptions'][number]>[] = [
  { name: 'Plan', cell: ({ plan }) => plan },
  { name: 'State', cell: ({ state }) => state },
  {
    name: 'Next order',
    cell: ({ next_order_on: on }) => (on === null ? '—' : dayText(on)),
    isQuiet: true,
  },
]

const MemberPage = () => {
  const { member } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={member.name ?? 'Member'} sub={member.email ?? 'Your role sees no names.'} />
      <Split aside={<Aside member={member} />}>
        <Section title="Subscriptions">
          <DataTable
            label="Subscriptions of the member"
            isInside
            rows={member.subscriptions}
            keyOf={({ id }) => id}
            columns={columns}
          />
        </Section>
        <Section title="Orders">
          <OrderTable orders={member.orders} list={null} />
        </Section>
      </Split>
    </>
  )
}

export default MemberPage
