import { ask, askJson, require, type Conversation, type SmokePerson, type Step } from './conversation.ts'

/** Returns the steps in which the service answers and people sign in, which needs the module that hashes passwords. */
export const peopleSteps = (talk: Conversation): Step[] => {
  const signIn = (person: SmokePerson): Step => ({
    name: `sign-in of ${person.email}`,
    run: async () => {
      const { email, password } = person
      const { access_token } = await askJson<{ access_token: string }>(talk, 'POST', '/api/v1/auth/login', {
        json: { email, password },
      })
      person.token = access_token
      return 'the password was checked and a token made'
    },
  })
  return [
    {
      name: 'health',
      run: async () => {
        const { status } = await askJson<{ status: string }>(talk, 'GET', '/api/v1/health')
        return status
      },
    },
    signIn(talk.author),
    signIn(talk.follower),
    {
      name: 'me',
      run: async () => {
        const me = await askJson<{ email: string; role: string }>(talk, 'GET', '/api/v1/auth/me', {
          as: talk.author,
        })
        require(me.email === talk.author.email, `This is ${me.email}.`)
        return me.role
      },
    },
  ]
}

/** Returns the steps that delete created resources and tokens. */
export const leavingSteps = (talk: Conversation): Step[] => [
  {
    name: 'removal',
    run: async () => {
      const paths = talk.made.toReversed()
      for (const path of paths) await ask(talk, 'DELETE', path, { as: talk.author })
      return `${paths.length} resources are deleted`
    },
  },
  {
    name: 'logout',
    run: async () => {
      for (const as of [talk.author, talk.follower]) await ask(talk, 'POST', '/api/v1/auth/logout', { as })
      await ask(talk, 'GET', '/api/v1/auth/me', { as: talk.author, status: 401 })
      return 'the token is revoked at once'
    },
  },
]
