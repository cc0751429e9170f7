import type { ReactNode } from 'react'
import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { addDeskNote, listDeskNotes } from '../follow-up-endpoints.ts'
import { Notes } from './parts/notes.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { endDeskSession, viewDeskMemberAccount } from '../member-account-endpoints.ts'
import { viewDeskMember } from '../search-endpoints.ts'
import { priceText } from '#shared/money.ts'
import { actionWords } from '#staff/rules/change-text.ts'
import { subscriptionMark } from '../rules/order-marks.ts'
import { listDeskComingOrders } from '../subscription-endpoints.ts'
import { ActionAnswer, ActionLink } from './parts/action.tsx'
import { ComingStrip } from './parts/coming-strip.tsx'
import { ProductName, StateMark } from './parts/mark.tsx'
import { Consents, Sessions, accountFacts } from './member-account.tsx'
import type { MemberAccount } from './member-account.tsx'
import { OrderTable } from './order-table.tsx'
import { ReportedProblems } from './problem-parts.tsx'
import { DataTable } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { Moment, dayText } from './parts/times.tsx'
import type { Column } from './parts/data-table.tsx'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const member = await call(viewDeskMember, { id: params['id'] ?? '' })
  const coming = await call(listDeskComingOrders, { id: member.id })
  const account = await call(viewDeskMemberAccount, { id: member.id })
  const seesNotes = actor.kind === 'staff' && allows(actor.role, 'members:act')
  const notes = seesNotes ? (await call(listDeskNotes, { account_id: member.id })).notes : null
  const ending = new URL(request.url).searchParams.get('end')
  const title = member.name ?? 'Member'
  return { title, member, notes, coming, account, ending, mayAct: seesNotes, requestId }
}

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('note'), text: z.string(), request_id: z.string() }),
  z.object({ intent: z.literal('end-session'), session_id: z.string(), reason: z.string() }),
])

/** Keeps a note about the member, or signs them out of a device. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const id = params['id'] ?? ''
  const posted = await postedAs(Posted, request)
  try {
    if (posted.intent === 'note') {
      const { text, request_id } = posted
      await call(addDeskNote, { order_number: null, account_id: id, text, request_id })
    } else await call(endDeskSession, { id, session_id: posted.session_id, reason: posted.reason })
  } catch (thrown) {
    const entered = posted.intent === 'note' ? { text: posted.text } : { reason: posted.reason }
    return { refusal: refusalIn(thrown), errors: fieldErrors(thrown), ...entered }
  }
  throw redirect(`/desk/members/${id}${posted.intent === 'note' ? '' : '?done=session'}`, 303)
}

type Member = Awaited<ReturnType<typeof loader>>['member']

interface AsideProps {
  readonly member: Member
  readonly account: MemberAccount
  readonly children: ReactNode
}

const Aside = ({ member, account, children }: AsideProps) => (
  <>
    <Section title="Money">
      <Facts
        facts={[
          ...member.credit.map(
            ({ amount, currency }) => [`Credit in ${currency}`, priceText(amount, currency)] as const,
          ),
          ...accountFacts(account),
        ]}
      />
    </Section>
    {children}
    <Section title="Staff">
      <ul>
        {member.looked.map(({ at, actor, action: done, reason }) => (
          <li key={`${at} ${done}`}>
            {actor} {actionWords(done)}
            {reason === '' ? '' : `: “${reason}”`}, <Moment at={at} />
          </li>
        ))}
      </ul>
      {member.looked.length === 0 ? <p>Nobody has looked here before.</p> : null}
    </Section>
  </>
)

const columns: readonly Column<Member['subscriptions'][number]>[] = [
  {
    name: 'Plan',
    cell: ({ id, plan, product }) => (
      <a href={`/desk/subscriptions/${id}`}>
        <ProductName product={product} name={plan} />
      </a>
    ),
  },
  { name: 'State', cell: ({ state }) => <StateMark mark={subscriptionMark(state)} /> },
  { name: 'Price', cell: ({ price, currency }) => priceText(price, currency), isFigure: true, isWide: true },
  {
    name: 'Next order',
    cell: ({ next_order_on: on }) => (on === null ? '—' : dayText(on)),
    isQuiet: true,
    isWide: true,
  },
]

const Thread = ({ thread }: Pick<Member, 'thread'>) =>
  thread === null ? null : (
    <Section title="Messages">
      <p>
        <a href={`/desk/messages/${thread.id}`}>The conversation</a> is {thread.state}, the last message is of{' '}
        <Moment at={thread.last_at} />.
      </p>
    </Section>
  )

type Coming = Awaited<ReturnType<typeof loader>>['coming']

const Coming = ({ coming }: { readonly coming: Coming }) => (
  <Section title="Coming orders" aside="prices of today with tax, before store credit">
    {coming.orders.length === 0 ? (
      <p>No order is coming.</p>
    ) : (
      <ComingStrip orders={coming.orders} today={coming.today} />
    )}
  </Section>
)

const answers: ReadonlyMap<string, string> = new Map([
  ['session', 'The member is signed out on that device.'],
])

interface WarningsProps {
  /** What banks and mail servers have said; null for nothing. */
  readonly records: readonly (string | null)[]
}

const Warnings = ({ records }: WarningsProps) => (
  <>
    {records.map((record) =>
      record === null ? null : (
        <DeskNote key={record} kind="danger">
          <p>{record}</p>
        </DeskNote>
      ),
    )}
  </>
)

const Bought = ({ member }: { readonly member: Member }) => (
  <>
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
  </>
)

const HeadActions = ({ member }: { readonly member: Member }) => (
  <>
    {member.thread === null ? null : (
      <ActionLink href={`/desk/messages/${member.thread.id}`} hotkey="w">
        Write…
      </ActionLink>
    )}
    <ActionLink href={`/desk/members/${member.id}/act`} hotkey="a">
      Act for the member
    </ActionLink>
  </>
)

const MemberPage = () => {
  const { member, notes, coming, account, ending, mayAct, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        title={member.name ?? 'Member'}
        sub={member.email ?? 'Your role sees no names.'}
        actions={mayAct ? <HeadActions member={member} /> : null}
      />
      <Split
        aside={
          <Aside member={member} account={account}>
            <Sessions
              account={account}
              mayAct={mayAct}
              ending={ending}
              entered={answer?.reason}
              errors={answer?.errors ?? noErrors}
            />
          </Aside>
        }
      >
        <ActionAnswer refusal={answer?.refusal} done={answers} />
        <Warnings records={[member.bank_record, member.mail_record]} />
        <Coming coming={coming} />
        <Bought member={member} />
        <ReportedProblems problems={member.problems} />
        <Thread thread={member.thread} />
        <Consents account={account} />
        {notes === null ? null : <Notes notes={notes} requestId={requestId} entered={answer?.text} />}
      </Split>
    </>
  )
}

export default MemberPage
