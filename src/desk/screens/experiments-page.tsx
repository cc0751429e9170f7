import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { metricLabel } from '#experiment/rules/metrics.ts'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskExperiments } from '../experiment-endpoints.ts'
import type { DeskExperimentRow } from '../experiment-endpoints.ts'
import { experimentMarks, sharesOf } from '../rules/experiment-words.ts'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { StateMark } from './parts/mark.tsx'
import { dayText } from './parts/times.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const isOver = new URL(request.url).searchParams.get('view') === 'over'
  const { experiments } = await call(listDeskExperiments, {})
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'experiments:change')
  const isEnded = ({ state }: DeskExperimentRow): boolean => state !== 'draft' && state !== 'running'
  return {
    title: 'Experiments',
    isOver,
    mayChange,
    experiments: experiments.filter((one) => isEnded(one) === isOver),
  }
}

const splitText = ({ variants }: DeskExperimentRow): string =>
  [...sharesOf(variants)].map(([name, share]) => `${name} ${share}`).join(' · ')

const columns: readonly Column<DeskExperimentRow>[] = [
  {
    name: 'Experiment',
    cell: ({ name, title }) => <a href={`/desk/experiments/${name}`}>{title}</a>,
    fills: true,
  },
  { name: 'Split', cell: splitText, isQuiet: true, isWide: true },
  { name: 'Decided by', cell: ({ metric }) => metricLabel(metric), isQuiet: true, isWide: true },
  {
    name: 'Met it',
    cell: ({ met }) => (met === null ? '—' : met.toLocaleString('en-US')),
    isFigure: true,
    isWide: true,
  },
  {
    name: 'Since',
    cell: ({ started_at: started, ended_at: ended }) => {
      if (started === null) return '—'
      return ended === null ? dayText(started) : `${dayText(started)} to ${dayText(ended)}`
    },
    isQuiet: true,
    isWide: true,
  },
  {
    name: 'State',
    cell: ({ state, winner, is_stopped_by_guardrail: isGuarded }) => (
      <>
        <StateMark mark={experimentMarks[state]} />
        {isGuarded ? ' by a guardrail' : ''}
        {state === 'shipped' ? `: ${winner}` : ''}
      </>
    ),
    wraps: true,
  },
]

/** The parts of this place. */
export const ExperimentViews = ({ current }: { readonly current: 'running' | 'flags' | 'over' }) => (
  <Views
    label="Experiments and flags"
    views={[
      { label: 'Experiments', href: '/desk/experiments', isCurrent: current === 'running' },
      { label: 'Flags', href: '/desk/flags', isCurrent: current === 'flags' },
      { label: 'Over', href: '/desk/experiments?view=over', isCurrent: current === 'over' },
    ]}
  />
)

/** The experiments of the shop. */
const ExperimentsPage = () => {
  const { experiments, isOver, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Experiments"
        sub="The plan is written before the start, and numbers may be looked at whenever one likes."
        actions={
          mayChange ? (
            <ActionLink href="/desk/experiments/new" kind="primary">
              New experiment
            </ActionLink>
          ) : undefined
        }
      />
      <ExperimentViews current={isOver ? 'over' : 'running'} />
      {experiments.length === 0 ? (
        <EmptyList title={isOver ? 'No experiment is over yet.' : 'No experiment runs or is planned.'} />
      ) : (
        <DataTable label="Experiments" rows={experiments} keyOf={({ name }) => name} columns={columns} />
      )}
      <TableFoot newer={null} older={null}>
        {`${experiments.length} listed`}
      </TableFoot>
    </>
  )
}

export default ExperimentsPage
