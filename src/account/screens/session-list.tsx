import type { ReplyOf } from '#shared/endpoint.ts'
import { longDate } from '#shared/dates.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import type { listSessions } from '../settings-endpoints.ts'
import { deviceName } from '../rules/device-name.ts'
import { EndedSignInMethods } from './ended-sign-in-methods.tsx'
import type { SignInMethods } from './ended-sign-in-methods.tsx'
import styles from './settings-page.module.css'

type Sessions = ReplyOf<typeof listSessions>['sessions']

interface SessionListProps {
  readonly sessions: Sessions
  readonly methods: SignInMethods
}

/** Each browser that is signed in, with a button to end its session. */
export const SessionList = ({ sessions, methods }: SessionListProps) => (
  <>
    <ul className={styles.list}>
      {sessions.map((session) => (
        <li key={session.id} className={styles.row}>
          <span>
            {deviceName(session.user_agent)}
            <span className={text.mute}>
              {session.current ? ', this one' : `, last used ${longDate(session.last_seen_at)}`}
            </span>
          </span>
          {session.current ? null : (
            <form method="post">
              <input type="hidden" name="id" value={session.id} />
              <Button
                kind="link"
                name="intent"
                value="session"
                label={`End the session of ${deviceName(session.user_agent)}`}
              >
                End
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
    <form method="post" className={styles.form}>
      <p className={text.mute}>It also closes every link we mailed.</p>
      <EndedSignInMethods methods={methods} />
      <Button kind="secondary" size="small" name="intent" value="everywhere">
        Sign out everywhere
      </Button>
    </form>
  </>
)
