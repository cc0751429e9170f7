import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskSurveys } from '../survey-endpoints.ts'
import type { DeskSurvey } from '../survey-endpoints.ts'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const { surveys } = await call(listDeskSurveys, {})
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: 'Surveys', surveys, mayChange }
}

/** Of what the buyers are asked it; nothing for one that nobody is asked yet. */
export const askedText = ({
  buyers,
  plans,
  is_quiz: isQuiz,
}: Pick<DeskSurvey, 'buyers' | 'plans' | 'is_quiz'>): string =>
  isQuiz ? '(the quiz)' : [...buyers, ...plans].join(', ')

const columns: readonly Column<DeskSurvey>[] = [
  { name: 'Survey', cell: ({ name }) => <a href={`/desk/surveys/${name}`}>{name}</a> },
  { name: 'Title', cell: ({ title }) => title, fills: true, wraps: true },
  { name: 'Questions', cell: ({ questions }) => questions, isFigure: true, isWide: true },
  { name: 'Buyers of', cell: askedText, isQuiet: true, isWide: true, wraps: true },
  {
    name: 'Version',
    cell: ({ version }) => (version === 0 ? 'file' : version),
    isFigure: true,
    isWide: true,
  },
]

/** What buyers and visitors are asked. */
const SurveysPage = () => {
  const { surveys, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Surveys"
        sub="Buyers are asked the survey that names what they bought, or the one that an entry of the catalogue names."
        actions={
          mayChange ? (
            <ActionLink href="/desk/surveys/new" kind="primary">
              New survey
            </ActionLink>
          ) : undefined
        }
      />
      {surveys.length === 0 ? (
        <EmptyList title="There is no survey." />
      ) : (
        <DataTable label="Surveys" rows={surveys} keyOf={({ name }) => name} columns={columns} />
      )}
      <TableFoot newer={null} older={null}>
        {`${surveys.length} listed`}
      </TableFoot>
    </>
  )
}

export default SurveysPage
