import {
  configureEditor,
  startEditingServer,
  type EditingServer,
  type Manner,
} from '../../support/editing-server.ts'
import { signedIn, type SignedIn } from '../../support/people.ts'
import { startService, type RunningService } from '../../support/service.ts'
import { webFiles, type Opening } from '../../support/web-files.ts'
import type { Sign } from './exchange.ts'

/** The service over HTTP with an editing server, and a person with files. */
export interface Stage {
  service: RunningService
  server: EditingServer
  sign: Sign
  web: ReturnType<typeof webFiles>
  owner: SignedIn
  stop: () => Promise<void>
}

export const openStage = async (manner: Manner): Promise<Stage> => {
  const [service, server] = await Promise.all([startService(), startEditingServer(manner)])
  configureEditor(server.url)
  return {
    service,
    server,
    sign: server.signedHeaders,
    web: webFiles(service),
    owner: await signedIn(),
    stop: async () => {
      configureEditor(undefined)
      await Promise.all([service.stop(), server.stop()])
    },
  }
}

/** Returns the data with which an editor opens the file created by PutRelativeFile. */
export const openingOf = ({ Url }: { Url: string }): Opening => {
  const { origin, pathname, searchParams } = new URL(Url)
  return {
    access_token: searchParams.get('access_token') ?? '',
    access_token_ttl: 0,
    wopi_src: origin + pathname,
  }
}
