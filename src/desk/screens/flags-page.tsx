import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { audienceSentence } from '#experiment/rules/flag-sentence.ts'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskFlags } from '../flag-endpoints.ts'
import type { DeskFlag } from '../flag-endpoints.ts'
import { flagMark } from '../rules/experiment-words.ts'
import { ExperimentViews } from './experiments-page.tsx'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { StateMark } from './parts/mark.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const { flags, is_decided_elsewhere: isElsewhere } = await call(listDeskFlags, {})
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'experiments:change')
  return { title: 'Flags', flags, isElsewhere, mayChange }
}

const columns: readonly Column<DeskFlag>[] = [
  { name: 'Flag', cell: ({ name }) => <a href={`/desk/flags/${name}`}>{name}</a> },
  { name: 'State', cell: ({ percent }) => <StateMark mark={flagMark(percent)} /> },
  {
    name: 'For',
    cell: ({ percent, audience }) => (percent === 0 ? '' : audienceSentence(audience)),
    isQuiet: true,
    wraps: true,
  },
  { name: 'What it does', cell: ({ description }) => description, isQuiet: true, isWide: true, fills: true },
]

/** What the page says where another service decides. */
export const elsewhereText = 'A flag service decides. What stands here counts where it does not answer.'

/** The flags of the shop. */
const FlagsPage = () => {
  const { flags, isElsewhere, mayChange } = useLoaderData<typeof loader>()
  const on = flags.filter(({ percent }) => percent > 0).length
  return (
    <>
      <DeskHead
        title="Flags"
        sub={
          isElsewhere ? elsewhereText : 'A change counts within seconds, in every process and on every page.'
        }
        actions={
          mayChange ? (
            <ActionLink href="/desk/flags/new" kind="primary">
              New flag
            </ActionLink>
          ) : undefined
        }
      />
      <ExperimentViews current="flags" />
      {flags.length === 0 ? (
        <EmptyList title="There is no flag." />
      ) : (
        <DataTable label="Flags" rows={flags} keyOf={({ name }) => name} columns={columns} />
      )}
      <TableFoot newer={null} older={null}>
        {`${on} of ${flags.length} on`}
      </TableFoot>
    </>
  )
}

export default FlagsPage
