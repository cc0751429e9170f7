import { ActionButton } from '#desk/screens/parts/action.tsx'
import { DataTable, EmptyList } from '#desk/screens/parts/data-table.tsx'
import type { Column } from '#desk/screens/parts/data-table.tsx'
import { CheckEntry } from '#desk/screens/parts/entry.tsx'
import { Section } from '#desk/screens/parts/section.tsx'
import { Moment } from '#desk/screens/parts/times.tsx'
import { partnerScopes } from '#shared/partner-scope.ts'
import type { PartnerScope } from '#shared/partner-scope.ts'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'

/** A key or an app, as lists show it. */
interface Program {
  readonly id: string
  readonly scopes: readonly PartnerScope[]
  readonly last_used_at: string | null
}

/** What a program may do, and when it was used. */
export const usageColumns: readonly Column<Program>[] = [
  {
    name: 'May',
    cell: ({ scopes }) => scopes.join(', '),
    isQuiet: true,
    isWide: true,
    fills: true,
    wraps: true,
  },
  {
    name: 'Used',
    cell: ({ last_used_at: at }) => (at === null ? 'never' : <Moment at={at} />),
    isQuiet: true,
    isWide: true,
  },
]

/** The scopes to choose from. */
export const ScopeBoxes = () => (
  <fieldset>
    <legend>It may</legend>
    {partnerScopes.map((scope) => (
      <CheckEntry key={scope} label={scope} name="scope" value={scope} />
    ))}
  </fieldset>
)

/** The chosen scopes in a form that confirms them. */
export const ScopeInputs = ({ scopes }: { readonly scopes: readonly PartnerScope[] }) =>
  scopes.map((scope) => <input key={scope} type="hidden" name="scope" value={scope} />)

interface ActionFormProps {
  /** The page that the form is on. */
  readonly action: string
  readonly id: string
  readonly intent: string
  /** What the passkey confirms. */
  readonly confirms: string
  readonly label: string
  readonly isDanger?: boolean
}

/** A button that does one thing to one program, confirmed by a passkey. */
export const ActionForm = ({ action, id, intent, confirms, label, isDanger = false }: ActionFormProps) => (
  <StepUpForm action={action} confirms={confirms}>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="id" value={id} />
    <p>
      <ActionButton kind={isDanger ? 'danger' : 'secondary'}>{label}</ActionButton>
    </p>
  </StepUpForm>
)

interface ProgramListProps<Row extends Program> {
  readonly title: string
  readonly label: string
  /** Shown while there is none. */
  readonly empty: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
}

export const ProgramList = <Row extends Program>({
  title,
  label,
  empty,
  rows,
  columns,
}: ProgramListProps<Row>) => (
  <Section title={title}>
    {rows.length === 0 ? (
      <EmptyList title={empty} />
    ) : (
      <DataTable label={label} isInside rows={rows} keyOf={({ id }) => id} columns={columns} />
    )}
  </Section>
)
