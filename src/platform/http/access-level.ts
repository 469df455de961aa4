/**
 * Callers that an endpoint accepts: anyone, signed-in people, support agents and administrators, or only
 * administrators.
 */
export type Access = 'public' | 'user' | 'agent' | 'admin'

/**
 * Greatest effect of an operation, from least to most: it reads data, changes it, shares it with others or grants them
 * a right, removes it, or administers people, rights and settings.
 */
export type Effect = 'read' | 'write' | 'sharing' | 'destructive' | 'admin'

/** Requires operations for administrators to declare their effect, which their method does not tell. */
export type SaidEffect<A extends Access> = [A] extends ['admin'] ? { effect: Effect } : object

/** AWS permissions of a function; each profile is a role in infra/template/roles.yml. */
export type Profile = 'none' | 'reader' | 'viewer' | 'writer' | 'login' | 'files' | 'wopi' | 'chats'
