import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { suppressionWord } from '#newsletter/rules/suppression.ts'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskSuppressions, removeDeskSuppression } from '../suppression-endpoints.ts'
import type { DeskSuppression } from '../suppression-endpoints.ts'
import { wordIn } from './catalogue-fields.tsx'
import { ActionAnswer, ActionButton } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { ChoiceEntry, Fields, ReasonEntry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { Section } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'

const address = '/desk/suppressions'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const list = await call(listDeskSuppressions, { after })
  const seesCampaigns = actor.kind === 'staff' && allows(actor.role, 'newsletters:read')
  return { title: 'Suppressed addresses', ...list, isFirst: after === undefined, seesCampaigns }
}

/** Takes an address off the list; a refusal keeps the reason. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const reason = wordIn(form, 'reason')
  try {
    await context.get(shopContext).call(removeDeskSuppression, { id: wordIn(form, 'id'), reason })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), reason }
  }
  throw redirect(`${address}?done=removed`, 303)
}

const columns: readonly Column<DeskSuppression>[] = [
  { name: 'Address', cell: ({ email }) => email },
  { name: 'Why', cell: ({ reason }) => suppressionWord(reason) },
  { name: 'What was reported', cell: ({ detail }) => detail, isQuiet: true, wraps: true, fills: true },
  { name: 'By', cell: ({ source }) => source, isQuiet: true, isWide: true },
  { name: 'Since', cell: ({ at }) => <Moment at={at} />, isQuiet: true, isWide: true },
]

const answers: ReadonlyMap<string, string> = new Map([
  ['removed', 'Removed. The next campaign can reach the address again, if it is subscribed.'],
])

const RemoveForm = ({ suppressions }: { readonly suppressions: readonly DeskSuppression[] }) => {
  const answer = useActionData<typeof action>()
  const removable = suppressions.filter(({ may_be_removed: may }) => may)
  if (removable.length === 0) return null
  return (
    <Section title="Remove an address">
      <form method="post">
        <Fields>
          <ChoiceEntry
            label="Address"
            name="id"
            choices={removable.map(
              ({ id, email, reason }) => [id, `${email}, ${suppressionWord(reason)}`] as const,
            )}
          />
          <ReasonEntry
            entered={answer?.reason}
            hint="Such as: the mailbox works again. The audit log keeps it."
          />
          <p>
            <ActionButton>Remove it from the list</ActionButton>
          </p>
        </Fields>
      </form>
    </Section>
  )
}

/** Addresses that get no newsletter, whatever they subscribe to. */
const SuppressionsPage = () => {
  const { suppressions, older, isFirst, seesCampaigns } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal
  return (
    <>
      <DeskHead
        crumb={seesCampaigns ? <a href="/desk/newsletters">Newsletters</a> : undefined}
        title="Suppressed addresses"
        sub="They get no newsletter. Mails about orders are sent to them nevertheless. Who complained stays here."
      />
      <Body>
        <ActionAnswer refusal={refusal} done={answers} />
      </Body>
      {suppressions.length === 0 ? (
        <EmptyList title="No address is suppressed." />
      ) : (
        <DataTable
          label="Suppressed addresses"
          rows={suppressions}
          keyOf={({ id }) => id}
          columns={columns}
        />
      )}
      <TableFoot newer={isFirst ? null : address} older={older === null ? null : `${address}?after=${older}`}>
        {`${suppressions.length} shown.`}
      </TableFoot>
      <Body>
        <RemoveForm suppressions={suppressions} />
      </Body>
    </>
  )
}

export default SuppressionsPage
