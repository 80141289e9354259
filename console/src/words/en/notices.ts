export const notices = {
  tryAgain: 'Try again',
  loading: 'Loading',
  requestId: 'Request id',
  refused: 'The request was refused',
  unreachable: 'The platform was not reached',
  fault: 'This page has an error',
  faultHelp:
    'The platform itself can be reached. Reload the page. If it happens again, send the error id and the address of the page to your operator.',
  faultId: 'Error id',
  checkConnection: 'Check the connection, then try again.',
};
