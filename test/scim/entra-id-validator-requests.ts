import { core, enterprise } from './given.ts'
import { atWork, before, listOf, patch, query, refusal, type Row } from './request-row.ts'

const path = '/Users/$user'
const patched = (operations: object[], more: Pick<Row, 'holds' | 'lacks'>) => ({
  method: 'PATCH' as const,
  path,
  body: patch(...operations),
  status: 200,
  ...more,
})

/** Paths that the default mapping of Entra ID sends in addition to kept ones. */
const unkeptPaths = [
  'addresses[type eq "work"].country',
  'addresses[type eq "work"].formatted',
  'addresses[type eq "work"].locality',
  'addresses[type eq "work"].postalCode',
  'addresses[type eq "work"].region',
  'addresses[type eq "work"].streetAddress',
  'addresses[type eq "other"].Formatted',
  'phoneNumbers[type eq "work"].value',
  'phoneNumbers[type eq "mobile"].value',
  'phoneNumbers[type eq "fax"].value',
  'emails[type eq "other"].Value',
  'preferredLanguage',
  `${enterprise}:employeeNumber`,
  'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User:tag',
]

/** Requests of the attribute mapping, and of the tests of Microsoft's SCIM validator (scimvalidator.microsoft.com). */
export const validator: Row[] = [
  ...unkeptPaths.map((unkept) => ({
    name: `an attribute that is not kept beside one that is: ${unkept}`,
    ...patched(
      [
        { op: 'Add', path: unkept, value: 'x' },
        { op: 'Replace', path: unkept, value: 'y' },
        { op: 'Remove', path: unkept },
        { op: 'Replace', path: 'active', value: 'False' },
      ],
      { holds: { ...before, active: false } },
    ),
  })),
  {
    name: 'null update, empty texts',
    ...patched(
      ['displayName', 'title', 'name.givenName', 'name.familyName', 'name.formatted', 'externalId'].map(
        (name) => ({ op: 'Replace', path: name, value: '' }),
      ),
      {
        holds: { userName: before.userName },
        lacks: ['title', 'name.givenName', 'name.familyName', 'externalId'],
      },
    ),
  },
  {
    name: 'null update, null',
    ...patched(
      ['displayName', 'title', 'name.givenName', 'externalId', `${enterprise}:department`].map((name) => ({
        op: 'Replace',
        path: name,
        value: null,
      })),
      {
        holds: { active: true },
        lacks: ['title', 'name.givenName', 'externalId', `${enterprise}.department`],
      },
    ),
  },
  {
    name: 'manager, set',
    ...patched([{ op: 'Add', path: `${enterprise}:manager`, value: '$other' }], {
      holds: atWork({ manager: { value: '$other' } }),
    }),
  },
  {
    name: 'manager, change',
    ...patched([{ op: 'Replace', path: `${enterprise}:manager`, value: '$other' }], {
      holds: atWork({ manager: { value: '$other' } }),
    }),
  },
  {
    name: 'manager, remove with an empty text',
    ...patched([{ op: 'Replace', path: `${enterprise}:manager`, value: '' }], {
      holds: atWork({ department: 'Engines' }),
      lacks: [`${enterprise}.manager`],
    }),
  },
  {
    name: 'manager, remove with an empty value',
    ...patched([{ op: 'Replace', path: `${enterprise}:manager`, value: { value: '' } }], {
      lacks: [`${enterprise}.manager`],
    }),
  },
  {
    name: 'manager, remove',
    ...patched([{ op: 'Remove', path: `${enterprise}:manager` }], { lacks: [`${enterprise}.manager`] }),
  },
  {
    name: 'manager who is unknown, beside a department',
    ...patched(
      [
        { op: 'Add', path: `${enterprise}:manager`, value: '$nobody' },
        { op: 'Replace', path: `${enterprise}:department`, value: 'Sales' },
      ],
      { holds: atWork({ department: 'Sales' }), lacks: [`${enterprise}.manager`] },
    ),
  },
  { name: 'restore', ...patched([{ op: 'Replace', path: 'active', value: 'True' }], { holds: before }) },
  {
    name: 'pagination',
    method: 'GET',
    path: '/Users?startIndex=1&count=1',
    status: 200,
    holds: { startIndex: 1, itemsPerPage: 1 },
  },
]

const emails = [
  { Primary: true, type: 'work', value: 'grace.$n@example.com' },
  { Primary: false, type: 'home', value: 'home.$n@example.com' },
]

/** Requests of the Postman collections that accompany Microsoft's reference code. */
export const postman: Row[] = [
  {
    name: 'Post EnterpriseUser, names of attributes in other cases',
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [enterprise, core],
      userName: 'UserName-$n',
      active: true,
      displayName: 'Grace $n',
      externalId: 'grace-$n',
      name: { formatted: 'Grace Hopper', familyName: 'Hopper', givenName: 'Grace' },
      emails,
      ...atWork({ Department: 'Sales', Manager: { Value: '$manager' } }),
    },
    status: 201,
    holds: {
      userName: 'UserName-$n',
      emails: [{ value: 'grace.$n@example.com' }],
      ...atWork({ department: 'Sales', manager: { value: '$manager' } }),
    },
  },
  {
    name: 'Post EnterpriseUser, a manager by another name',
    method: 'POST',
    path: '/Users',
    body: {
      userName: 'UserName-$n',
      emails,
      ...atWork({ Department: 'Sales', Manager: { Value: 'SuzzyQ' } }),
    },
    status: 201,
    holds: { emails: [{ value: 'grace.$n@example.com' }], ...atWork({ department: 'Sales' }) },
    lacks: [`${enterprise}.manager`],
  },
  {
    name: 'User 2 replace test',
    method: 'PUT',
    path,
    body: {
      schemas: [enterprise, core],
      id: '$user',
      userName: 'UserName-$n',
      active: true,
      displayName: 'Replaced',
      externalId: 'other-$n',
      name: { formatted: 'New Name', familyName: 'Leenay', givenName: 'Ryan' },
      emails,
    },
    status: 200,
    holds: { displayName: 'Replaced', externalId: 'other-$n', emails: [{ value: 'grace.$n@example.com' }] },
    lacks: ['title', enterprise],
  },
  {
    name: 'patch user1',
    ...patched([{ op: 'replace', path: 'userName', value: 'ryan-$n' }], {
      holds: { userName: 'ryan-$n', emails: before.emails },
    }),
  },
  {
    name: 'Post emp1 with string "True", and all else that Entra ID has',
    method: 'POST',
    path: '/Users',
    body: {
      userName: 'emp-$n',
      active: 'True',
      addresses: [
        { country: 'Bermuda', formatted: '1 Way\nNancy', type: 'work', primary: false },
        { country: null, formatted: '2 Way', locality: null, type: 'other', primary: false },
      ],
      displayName: 'Kim $n',
      emails: [
        { type: 'work', primary: true, value: 'kim.$n@example.com' },
        { type: 'work', primary: false, value: 'kim2.$n@example.com' },
      ],
      meta: { created: '2019-09-18T18:15:26.5788954+00:00', resourceType: 'User' },
      name: { formatted: 'Kim Lee', familyName: 'Lee', givenName: 'Kim', honorificPrefix: null },
      phoneNumbers: [{ type: 'fax', primary: false, value: '312-320-0500' }],
      preferredLanguage: 'xh',
      roles: [],
      title: 'Site engineer',
      schemas: [core],
    },
    status: 201,
    holds: { active: true, title: 'Site engineer', emails: [{ value: 'kim.$n@example.com' }] },
    lacks: ['addresses', 'phoneNumbers', 'preferredLanguage', 'roles'],
  },
  {
    name: 'Post no username',
    method: 'POST',
    path: '/Users',
    body: { active: true, displayName: 'Kim $n', emails, schemas: [core] },
    status: 400,
    holds: refusal('400', 'invalidValue'),
  },
  {
    name: 'Put a user no username',
    method: 'PUT',
    path,
    body: { id: '$user', userame: 'Kim', active: false, emails, schemas: [core] },
    status: 400,
    holds: refusal('400', 'invalidValue'),
  },
  {
    name: 'Put a user misspelled attribute',
    method: 'PUT',
    path,
    body: { userName: 'kim-$n', active: false, adreses: [{ country: 'Germany', type: 'work' }], emails },
    status: 200,
    holds: { userName: 'kim-$n', active: false },
    lacks: ['adreses'],
  },
  {
    name: 'Get User Attributes',
    method: 'GET',
    path: `${path}?attributes=userName,emails`,
    status: 200,
    holds: { userName: before.userName, emails: before.emails },
    lacks: ['title', 'meta'],
  },
  {
    name: 'Get user attributes, with a filter',
    method: 'GET',
    path: `${path}?attributes=emails[type eq "work"]`,
    status: 200,
    holds: { emails: before.emails },
    lacks: ['title'],
  },
  { name: 'Get User Filters', ...query('Users', 'DisplayName eq "Ada $n"'), holds: listOf('$user') },
  { name: 'On Demand', ...query('Users', 'id eq "$user"'), holds: listOf('$user') },
  {
    name: 'filter starts with, which is refused',
    ...query('Users', 'userName sw A'),
    status: 400,
    holds: refusal('400', 'invalidFilter'),
  },
  {
    name: 'filter greater than, which is refused',
    ...query('Users', 'meta.Created gt 2015-10-10T14:38:21.8617979-07:00'),
    status: 400,
    holds: refusal('400', 'invalidFilter'),
  },
  {
    name: 'FullSync, which is refused',
    ...query('Users', 'active eq true and (meta.lastModified ge "0001-01-03T00:00:00Z")', '&count=5'),
    status: 400,
    holds: refusal('400', 'invalidFilter'),
  },
  {
    name: 'filter eq and (val or val), which is refused',
    ...query('Users', 'name.FamilyName eq King and (emails.Value co a or emails.Value co b)'),
    status: 400,
    holds: refusal('400', 'invalidFilter'),
  },
  {
    name: 'Create filled group',
    method: 'POST',
    path: '/Groups',
    body: { externalId: 'new-$n', displayName: 'New $n', members: [{ value: '$user', display: 'VP' }] },
    status: 201,
    holds: { displayName: 'New $n', members: [{ value: '$user' }] },
  },
  {
    name: 'Put replace group',
    method: 'PUT',
    path: '/Groups/$group',
    body: { id: '$group', displayName: 'Put $n', members: [{ value: '$user' }, { value: '$other' }] },
    status: 200,
    holds: { displayName: 'Put $n', members: [{ value: '$user' }, { value: '$other' }] },
  },
  {
    name: 'Patch add user to group',
    method: 'PATCH',
    path: '/Groups/$group',
    body: patch({
      name: 'addMember',
      op: 'add',
      path: 'members',
      value: [{ displayName: 'New', value: '$other' }],
    }),
    status: 204,
    holds: { members: [{ value: '$user' }, { value: '$other' }] },
  },
  {
    name: 'Patch remove all users',
    method: 'PATCH',
    path: '/Groups/$group',
    body: patch({ op: 'remove', path: 'members' }),
    status: 204,
    holds: { members: [] },
  },
  {
    name: 'Group patch add member, a text that is no id',
    method: 'PATCH',
    path: '/Groups/$group',
    body: patch({ op: 'add', path: 'members', value: 'string id 1' }),
    status: 200,
    holds: { displayName: 'Guides $n', members: [{ value: '$user' }] },
  },
  {
    name: 'group put without members',
    method: 'PUT',
    path: '/Groups/$group',
    body: { id: '$group', displayName: 'Put $n', externalId: 'put-$n' },
    status: 200,
    holds: { displayName: 'Put $n', externalId: 'put-$n', members: [{ value: '$user' }] },
  },
]
