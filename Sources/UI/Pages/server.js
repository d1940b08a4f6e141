// Requests to the server, each of which is a command of `sleight`.

// The server did not answer, or refused.
export class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    throw new ServerError(0, error.message);
  }
  if (response.status === 500) throw new ServerError(500, (await response.json()).errors);
  if (!response.ok) throw new ServerError(response.status, await response.text());
  return response.json();
}

// The answer: `status` of the command, its `lines`, each an object, and what it printed as `errors`.
export function get(path) {
  return request(path, {});
}

export function post(path, body) {
  return request(path, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body),
  });
}

// The message of a command that has failed, without its name.
export function messageOf(answer) {
  return answer.errors.trim().replace(/^sleight: (error: )?/gm, '');
}
