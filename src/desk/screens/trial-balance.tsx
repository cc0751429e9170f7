import type { LedgerCurrency } from '../finance-endpoints.ts'
import { queryOf } from './finance-frame.tsx'
import { Figures } from './parts/figures.tsx'
import { Section } from './parts/section.tsx'
import styles from './finance.module.css'

interface TrialBalanceProps {
  readonly balance: LedgerCurrency
  /** The last day that is included; without one all postings are. */
  readonly until: string | undefined
}

/** `1234567.80` is `1,234,567.80`: in a table of one currency its sign is in the head. */
export const figureText = (amount: string): string => {
  const [whole = '', cents] = amount.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return cents === undefined ? grouped : `${grouped}.${cents}`
}

const sideText = (amount: string | null): string => (amount === null ? '' : figureText(amount))

type Account = LedgerCurrency['accounts'][number]

const AccountRow = ({ account, query }: { readonly account: Account; readonly query: string }) => (
  <tr>
    <th scope="row">
      <a href={`/desk/finance/ledger/${account.account}${query}`}>{account.name}</a>
    </th>
    <td>{account.kind}</td>
    <td>{sideText(account.debit)}</td>
    <td>{sideText(account.credit)}</td>
  </tr>
)

const BothSides = ({ debit, credit }: Pick<LedgerCurrency, 'debit' | 'credit'>) => (
  <tr className={styles.total}>
    <th scope="row">Both sides</th>
    <td className={debit === credit ? styles.equal : styles.unequal}>
      {debit === credit ? 'equal' : 'not equal'}
    </td>
    <td>{figureText(debit)}</td>
    <td>{figureText(credit)}</td>
  </tr>
)

/** The accounts of one currency; each opens its postings, and both sides come to the same. */
export const TrialBalance = ({ balance, until }: TrialBalanceProps) => {
  const { currency, accounts, debit, credit } = balance
  const label = `Trial balance, ${currency}`
  return (
    <Section title={label} aside={until === undefined ? 'as of now' : `as ${until} ended`}>
      <Figures
        label={label}
        region={`Accounts, ${currency}`}
        className={styles.accounts}
        columns={['Account', 'Kind', 'Debit', 'Credit']}
      >
        {accounts.map((account) => (
          <AccountRow key={account.account} account={account} query={queryOf({ currency, until })} />
        ))}
        <BothSides debit={debit} credit={credit} />
      </Figures>
    </Section>
  )
}
