import { DeskHead } from '#desk/screens/parts/desk-head.tsx'
import { Section } from '#desk/screens/parts/section.tsx'
import { Body } from '#desk/screens/parts/layout.tsx'

interface DeskFailureProps {
  readonly status: number
  readonly detail: string
  readonly requestId: string
}

/** In place of a page that is not there, was refused or failed. What a role may not see is not there. */
export const DeskFailure = ({ status, detail, requestId }: DeskFailureProps) => (
  <>
    <DeskHead title={status === 404 ? 'There is nothing at this address' : 'That did not work'} />
    <Body>
      <Section>
        <p>{status === 404 ? 'It does not exist, or your role does not include it.' : detail}</p>
        {status >= 500 ? <p>Request {requestId}</p> : null}
        <p>
          <a href="/desk">Go to the desk’s home</a>
        </p>
      </Section>
    </Body>
  </>
)
